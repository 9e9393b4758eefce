import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { raiseCount } from '../documents/numbering.ts';

/** A series whose numbers are asked about after a restore, and the company that asks. */
export type SeriesToAsk = {
  restoration: string;
  companyId: string;
  taxId: string;
  state: string | null;
  /** Whether the company has no state registration now. */
  isUnregistered: boolean;
  municipalityCode: string | null;
  certificateId: string | null;
  environment: Environment;
  model: '55' | '65' | 'NFSE';
  series: number;
  nextNumber: number;
  unknown: number;
  revisited: number[];
};

/** How many days before the restore a document that was not authorized may have been issued again in the time that was lost. */
const revisitedDays = 35;

/**
 * SQL of each series with its next number, as far as the database knows. A configured series without a row may have been begun in the time that was
 * lost.
 */
export const knownSeries = `
  select company_id, environment, model, series, next_number from number_series
  union
  select c.id, c.environment, m.model, m.series::int, 1
  from company c cross join lateral (values
    ('55', c.settings->'series'->>'55'), ('65', c.settings->'series'->>'65'), ('NFSE', c.settings->'nfse'->>'series')) m (model, series)
  where m.series is not null and not exists (
    select from number_series n
    where n.company_id = c.id and n.environment = c.environment and n.model = m.model and n.series = m.series::int)`;

/** SQL of the type of documents for a model of a series. */
export const typeOfSeries = (model: string): string =>
  `case ${model} when '55' then 'NFE' when '65' then 'NFCE' else 'NFSE' end`;

/** Writes down the series to be asked about. */
export async function seedSeries(em: EntityManager, restoration: string): Promise<void> {
  await em.execute(
    `insert into restored_series (company_id, environment, model, series, restoration_id, next_number, revisited)
     select k.company_id, k.environment, k.model, k.series, ?, k.next_number, (
       select coalesce(json_agg(distinct d.number), '[]') from document d
       where d.company_id = k.company_id and d.environment = k.environment and d.series = k.series and d.number > 0
         and d.type = ${typeOfSeries('k.model')}
         and d.status in ('PROCESSING', 'REJECTED') and d.updated_at > now() - make_interval(days => ?))
     from (${knownSeries}) k
     on conflict do nothing`,
    [restoration, revisitedDays],
  );
}

/**
 * The series to ask about next.
 *
 * @param certificate SQL of the id of the certificate with which a company `c` asks
 */
export function nextSeries(em: EntityManager, restoration: string, certificate: string): Promise<SeriesToAsk[]> {
  return em.execute<SeriesToAsk[]>(
    `select s.restoration_id as restoration, c.id as "companyId", c.tax_id as "taxId", c.settings->'address'->>'state' as state,
       c.settings->>'stateRegistration' is null as "isUnregistered",
       c.settings->'address'->>'municipalityCode' as "municipalityCode",
       ${certificate} as "certificateId", s.environment, s.model, s.series, s.next_number as "nextNumber", s.unknown, s.revisited
     from restored_series s join company c on c.id = s.company_id
     where s.restoration_id = ? and s.asked_at is null order by random()`,
    [restoration],
  );
}

const ofSeries = 'restoration_id = ? and company_id = ? and environment = ? and model = ? and series = ?';
const keyOf = ({ restoration, companyId, environment, model, series }: SeriesToAsk) => [
  restoration,
  companyId,
  environment,
  model,
  series,
];

type SeriesProgress = Pick<SeriesToAsk, 'nextNumber' | 'unknown' | 'revisited'> & { isDone: boolean };

export async function seriesMoved(em: EntityManager, series: SeriesToAsk, moved: SeriesProgress): Promise<void> {
  await em.execute(
    `update restored_series set next_number = ?, unknown = ?, revisited = ?::jsonb, problem = null,
       asked_at = case when ?::boolean then now() end where ${ofSeries}`,
    [moved.nextNumber, moved.unknown, JSON.stringify(moved.revisited), moved.isDone, ...keyOf(series)],
  );
}

export async function seriesFailed(em: EntityManager, series: SeriesToAsk, problem: string): Promise<void> {
  await em.execute(`update restored_series set problem = ? where ${ofSeries}`, [problem, ...keyOf(series)]);
}

type NumberedNote = {
  number: number;
  accessKey: string | null;
  cStat: string;
  protocol: string | null;
  digestValue: string | null;
};

/**
 * Stores a note that the database does not know, and sees to it that its number is not drawn again. A note that the database knows is not stored:
 * it is settled by its own run.
 */
export async function keepUnknownNote(em: EntityManager, series: SeriesToAsk, found: NumberedNote): Promise<void> {
  const { companyId, environment, model, series: of, restoration } = series;
  const { number, accessKey, cStat, protocol, digestValue } = found;
  await em.transactional(async (tx) => {
    await tx.execute(
      `insert into found_note (id, restoration_id, company_id, environment, model, series, number, access_key, c_stat, protocol, digest_value, found_at)
       select gen_random_uuid(), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now()
       where not exists (select from emission where access_key = ?) and not exists (
         select from document d join emission e on e.document_id = d.id
         where d.company_id = ? and d.environment = ? and d.type = ${typeOfSeries('?')} and d.series = ? and d.number = ? and e.digest_value = ?)
       on conflict do nothing`,
      [
        ...[restoration, companyId, environment, model, of, number, accessKey, cStat, protocol, digestValue, accessKey],
        ...[companyId, environment, model, of, number, digestValue],
      ],
    );
    await raiseCount(tx, { company: companyId, environment, model, series: of }, number + 1);
  });
}

/** Whether every series was asked about; if so, that is written down. */
export async function seriesAsked(em: EntityManager, restoration: string): Promise<boolean> {
  const asked = await em.execute<unknown[]>(
    `update restoration set asked_at = now() where id = ? and asked_at is null
       and not exists (select from restored_series where restoration_id = restoration.id and asked_at is null) returning id`,
    [restoration],
  );
  return asked.length > 0;
}
