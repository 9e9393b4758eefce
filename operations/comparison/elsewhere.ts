import { gunzipSync } from 'node:zlib';
import type { EntityManager } from '../../config/orm.ts';
import { differenceOf } from '../../domain/comparison/rule.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { type PastNoteXml, readPast } from '../../domain/past/read-past.ts';
import { PastRefused } from '../../domain/past/past-refused.ts';
import { keepFound } from './keep.ts';
import { numbersHere } from './numbers-here.ts';

/** How a note stands by the files that were brought here of what the company issued elsewhere; null where none was. */
export async function noteAsFile(
  em: EntityManager,
  { companyId }: { companyId: string },
  accessKey: string,
): Promise<'AUTHORIZED' | 'CANCELLED' | null> {
  const [row] = await em.execute<{ status: 'AUTHORIZED' | 'CANCELLED' }[]>(
    `select status from past_note where company_id = ? and access_key = ? and status <> 'DENIED'`,
    [companyId, accessKey],
  );
  return row?.status ?? null;
}

/**
 * What the national system hands out to an issuer of a month: its own NFS-e, whose key says the month, and that nothing here has. Every visit of
 * a comparison looks: what it told is left as it is, since else one that is not shown would be asked for in each, and many such without end.
 */
const handedOut = `
  select f.access_key as "accessKey", f.content from received_file f
  where f.company_id = ? and f.environment = 'PRODUCTION' and f.source = 'NFSE' and f.schema_type = 'NFSE' and f.received_document_id is null
    and substring(f.access_key from 37 for 4) = ?
    and not exists (select from document d where d.company_id = f.company_id and d.access_key = f.access_key)
    and not exists (select from past_note p where p.company_id = f.company_id and p.access_key = f.access_key)
    and not exists (
      select from month_difference t where t.company_id = f.company_id and t.access_key = f.access_key and t.comparison_id = ?)
  order by f.nsu`;

type Compared = { id: string; companyId: string; month: Month };

/**
 * Tells as differences the NFS-e of the company itself that the distribution brought, NSU by NSU, and that nothing here knows: those of another
 * system, or of the national one's own pages, are in series about which no question by DPS is asked. Telling them again changes nothing.
 *
 * @returns how many
 */
export async function keepHandedOut(
  em: EntityManager,
  { id: comparisonId, companyId, month }: Compared,
): Promise<number> {
  const yearMonth = monthInDigits(month).replace('-', '').slice(2);
  const found = await em.execute<{ accessKey: string; content: Buffer }[]>(handedOut, [
    companyId,
    yearMonth,
    comparisonId,
  ]);
  let told = 0;
  for (const { accessKey, content } of found) {
    const drawn = drawnOf(content);
    if (drawn === null) continue;
    const of = { companyId, month, type: 'NFSE', series: drawn.series } as const;
    const [held] = await numbersHere(em, of, { first: drawn.number, last: drawn.number });
    if (!held || held.here.kind === 'UNDER_WAY') continue;
    const there = { accessKey, standing: 'AUTHORIZED', digestValue: null } as const;
    const kind = differenceOf(held.here, there, { type: 'NFSE', isGivenUp: false });
    if (kind === null) continue;
    const { number, documentId } = held;
    await keepFound(em, { ...of, comparisonId }, { number, kind, documentId, accessKey, cStat: null, protocol: null });
    told += 1;
  }
  return told;
}

/** The number of the DPS; null where it is none of a count, as of a municipality that numbers by itself, or where nothing can be read. */
function drawnOf(content: Buffer): PastNoteXml['drawn'] {
  try {
    const says = readPast(gunzipSync(content));
    return says.kind === 'note' ? says.drawn : null;
  } catch (error) {
    if (error instanceof PastRefused) return null;
    throw error;
  }
}

/** An NFS-e that only the authority has, and whose XML was not asked for yet. */
export type NfseToBring = { id: string; series: number; accessKey: string };

/** The next one of a comparison; null where there is none. One whose number a document has here is that document's matter. */
export async function nextToBring(em: EntityManager, comparisonId: string): Promise<NfseToBring | null> {
  const [row] = await em.execute<NfseToBring[]>(
    `select id, series, access_key as "accessKey" from month_difference
     where comparison_id = ? and type = 'NFSE' and kind = 'UNKNOWN_HERE' and document_id is null and access_key is not null
       and settled_at is null and fetched_at is null
     order by series, start_number limit 1`,
    [comparisonId],
  );
  return row ?? null;
}

/** Writes down that an NFS-e was asked for, and how it stands. @param cStat null where the authority did not show it */
export async function asked(em: EntityManager, { id }: NfseToBring, cStat: string | null): Promise<void> {
  await em.execute('update month_difference set fetched_at = now(), c_stat = coalesce(?, c_stat) where id = ?', [
    cStat,
    id,
  ]);
}
