import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { record } from '../audit/record.ts';
import { openRestoration, type OpenRestoration } from './restoration.ts';

/** A note that the authority has and the database does not. */
export type UnknownNoteView = {
  taxId: string;
  environment: Environment;
  model: string;
  series: number;
  number: number;
  accessKey: string | null;
  cStat: string | null;
  protocol: string | null;
  document: string | null;
  decision: 'MATCHED' | 'LEFT' | null;
};

/** A series, and how far its numbers were asked about. */
export type RestoredSeriesShown = {
  taxId: string;
  environment: Environment;
  model: string;
  series: number;
  nextNumber: number;
  isAsked: boolean;
  problem: string | null;
};

/** A restore that is not over, and what came out so far; `waiting` counts the documents that it holds. */
export type RestoredNow = OpenRestoration & {
  series: RestoredSeriesShown[];
  found: UnknownNoteView[];
  /** Numbers between those found that the authority does not know: they are not drawn any more. */
  gaps: { taxId: string; environment: Environment; model: string; series: number; number: number }[];
  waiting: number;
};

/** The restore that is not over; null where there is none. */
export async function restoredNow(em: EntityManager): Promise<RestoredNow | null> {
  const restoration = await openRestoration(em);
  if (!restoration) return null;
  const { id } = restoration;
  const series = await em.execute<RestoredSeriesShown[]>(
    `select c.tax_id as "taxId", s.environment, s.model, s.series, s.next_number as "nextNumber", s.asked_at is not null as "isAsked", s.problem
     from restored_series s join company c on c.id = s.company_id where s.restoration_id = ? order by 1, 2, 3, 4`,
    [id],
  );
  const found = await em.execute<UnknownNoteView[]>(
    `select c.tax_id as "taxId", f.environment, f.model, f.series, f.number, f.access_key as "accessKey", f.c_stat as "cStat",
       f.protocol, f.document_id as document, f.decision
     from found_note f join company c on c.id = f.company_id where f.restoration_id = ? order by 1, 2, 3, 4, 5`,
    [id],
  );
  const gaps = await em.execute<RestoredNow['gaps']>(
    `select c.tax_id as "taxId", f.environment, f.model, f.series, g.number
     from (select company_id, environment, model, series, min(number) as first, max(number) as last
       from found_note where restoration_id = ? group by 1, 2, 3, 4) f
     join company c on c.id = f.company_id
     cross join lateral generate_series(f.first, f.last) g (number)
     where not exists (select from found_note n where n.restoration_id = ? and n.company_id = f.company_id
         and n.environment = f.environment and n.model = f.model and n.series = f.series and n.number = g.number)
       and not exists (select from document d where d.company_id = f.company_id and d.environment = f.environment
         and d.type = case f.model when '55' then 'NFE' when '65' then 'NFCE' else 'NFSE' end
         and d.series = f.series and d.number = g.number)
     order by 1, 2, 3, 4, 5 limit 1000`,
    [id, id],
  );
  const [row] = await em.execute<{ waiting: number }[]>(
    `select count(*)::int as waiting from document
     where status = 'PROCESSING' and waiting_kind = 'OURS' and waiting_for like '%lavra restored%'`,
  );
  return { ...restoration, series, found, gaps, waiting: row?.waiting ?? 0 };
}

/** A person declares that notes belong to no sale in this database. @returns how many were undecided */
export function leaveUnknownNotes(
  em: EntityManager,
  keys: readonly string[] | 'ALL',
  actor: Actor = lavraItself,
): Promise<number> {
  return em.transactional(async (tx) => {
    const left = await tx.execute<unknown[]>(
      `update found_note f set decision = 'LEFT', decided_at = now() from restoration r
     where r.id = f.restoration_id and r.released_at is null and f.decision is null
       and (?::boolean or f.access_key = any (string_to_array(?, ','))) returning f.id`,
      [keys === 'ALL', keys === 'ALL' ? '' : keys.join(',')],
    );
    if (left.length > 0)
      record(tx, actor, { action: 'RESTORATION_NOTES_LEFT', subject: null, details: { count: left.length } });
    return left.length;
  });
}
