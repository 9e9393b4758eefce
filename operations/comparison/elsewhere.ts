import { gunzipSync } from 'node:zlib';
import type { EntityManager } from '../../config/orm.ts';
import { differenceOf } from '../../domain/comparison/rule.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { type PastNoteXml, readPast } from '../../domain/past/read-past.ts';
import { PastRefused } from '../../domain/past/past-refused.ts';
import { isHeldAfterRestore } from '../installations/restoration.ts';
import { keepUnlessDeclared } from './keep.ts';
import { numbersHere } from './numbers-here.ts';

/** The status of a note that the company issued with another system, by the files that were brought here; null where there is none. */
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

/** How many files are read at once: another system may have issued many thousands in a month. */
const pageSize = 100;

/**
 * The NFS-e of a month that the distribution brought to their issuer and that nothing here knows, without those that this comparison has reported.
 * The access key says the month.
 */
const handedOut = `
  select f.nsu::text as nsu, f.access_key as "accessKey", f.content from received_file f
  where f.company_id = ? and f.environment = 'PRODUCTION' and f.source = 'NFSE' and f.schema_type = 'NFSE' and f.received_document_id is null
    and substring(f.access_key from 37 for 4) = ?
    and not exists (select from document d where d.company_id = f.company_id and d.access_key = f.access_key)
    and not exists (select from past_note p where p.company_id = f.company_id and p.access_key = f.access_key)
    and not exists (select from month_difference m where m.company_id = f.company_id and m.comparison_id = ? and m.access_key = f.access_key)
    and f.nsu > ? order by f.nsu limit ${pageSize}`;

type Compared = { id: string; companyId: string; month: Month };

/**
 * Reports as differences the company's own NFS-e that the distribution brought and that nothing here knows, in the order of NSU: those of another
 * system, or of the national system's own pages, are in series about which no question by DPS is asked. What this comparison has reported is passed
 * over, so that its XML is not asked for again.
 *
 * @returns how many it reported
 */
export async function keepHandedOut(em: EntityManager, compared: Compared): Promise<number> {
  const { id, companyId, month } = compared;
  const yearMonth = monthInDigits(month).replace('-', '').slice(2);
  let told = 0;
  for (let nsu = '-1'; ;) {
    const page = await em.execute<HandedOut[]>(handedOut, [companyId, yearMonth, id, nsu]);
    for (const each of page) if (await keepOne(em, compared, each)) told += 1;
    if (page.length < pageSize) return told;
    nsu = page.at(-1)!.nsu;
  }
}

type HandedOut = { nsu: string; accessKey: string; content: Buffer };

/** @returns whether it is a difference */
async function keepOne(
  em: EntityManager,
  { id: comparisonId, companyId, month }: Compared,
  { accessKey, content }: HandedOut,
): Promise<boolean> {
  const drawn = drawnOf(content);
  if (drawn === null) return false;
  const of = { companyId, month, type: 'NFSE', series: drawn.series } as const;
  const [held] = await numbersHere(em, of, { first: drawn.number, last: drawn.number });
  if (!held || held.here.kind === 'UNDER_WAY') return false;
  const there = { accessKey, standing: 'AUTHORIZED', digestValue: null } as const;
  const kind = differenceOf(held.here, there, { type: 'NFSE', isGivenUp: false });
  if (kind === null) return false;
  const { number, documentId } = held;
  await keepUnlessDeclared(
    em,
    { ...of, comparisonId },
    { number, kind, documentId, accessKey, cStat: null, protocol: null },
  );
  return true;
}

/** The number of the DPS; null where there is none, as for a municipality that numbers by itself, or where the file cannot be read. */
function drawnOf(content: Buffer): PastNoteXml['drawn'] {
  try {
    const says = readPast(gunzipSync(content));
    return says.kind === 'note' ? says.drawn : null;
  } catch (error) {
    if (error instanceof PastRefused) return null;
    throw error;
  }
}

/** An NFS-e that only the authority has, or that came here as a file and was cancelled there since. Its XML was not asked for yet. */
export type NfseToBring = { id: string; series: number; accessKey: string };

/**
 * The next NFS-e of a comparison whose XML is to be fetched; null where there is none. Left out are numbers that a document has here by now, and
 * all of a company while a restored database does not know whose its notes are (decision 61): the NFS-e may be that of a sale which waits.
 */
export async function nextToBring(em: EntityManager, comparisonId: string): Promise<NfseToBring | null> {
  const [row] = await em.execute<NfseToBring[]>(
    `select id, series, access_key as "accessKey" from month_difference m
     where comparison_id = ? and type = 'NFSE' and kind in ('UNKNOWN_HERE', 'CANCELLED_ELSEWHERE') and document_id is null
       and access_key is not null and settled_at is null and fetched_at is null
       and not exists (
         select from document d
         where d.company_id = m.company_id and d.environment = 'PRODUCTION' and d.type = m.type and d.series = m.series
           and d.number = m.start_number)
       and not ${isHeldAfterRestore('m.company_id')}
     order by series, start_number limit 1`,
    [comparisonId],
  );
  return row ?? null;
}

/** Writes down that an NFS-e was asked for, and its status. @param cStat null where the authority did not say */
export async function markFetched(em: EntityManager, { id }: NfseToBring, cStat: string | null): Promise<void> {
  await em.execute('update month_difference set fetched_at = now(), c_stat = coalesce(?, c_stat) where id = ?', [
    cStat,
    id,
  ]);
}
