import { gunzipSync } from 'node:zlib';
import type { EntityManager } from '../../config/orm.ts';
import { differenceOf } from '../../domain/comparison/rule.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { type PastNoteXml, readPast } from '../../domain/past/read-past.ts';
import { PastRefused } from '../../domain/past/past-refused.ts';
import { isHeldAfterRestore } from '../installations/restoration.ts';
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

/** Files that are read at once: a system that issues by itself may have made many thousands in a month. */
const pageSize = 100;

/**
 * What the national system hands out to an issuer of a month: its own NFS-e, whose key says the month, that nothing here has, and that the comparison has
 * not told yet.
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
 * Tells as differences the NFS-e of the company itself that the distribution brought, NSU by NSU, and that nothing here knows: those of another
 * system, or of the national one's own pages, are in series about which no question by DPS is asked. What the comparison has told is passed over, so
 * that its XML is not asked for again.
 *
 * @returns how many
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
  await keepFound(em, { ...of, comparisonId }, { number, kind, documentId, accessKey, cStat: null, protocol: null });
  return true;
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

/** An NFS-e that only the authority has, or that came here as a file and was cancelled there since, and whose XML was not asked for yet. */
export type NfseToBring = { id: string; series: number; accessKey: string };

/**
 * The next one of a comparison; null where there is none. One whose number a document has here, or has got meanwhile, is that document's matter; and while
 * a restored database does not know whose notes are (decision 61), it may be that of a sale which waits for it.
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

/** Writes down that an NFS-e was asked for, and how it stands. @param cStat null where the authority did not say */
export async function markFetched(em: EntityManager, { id }: NfseToBring, cStat: string | null): Promise<void> {
  await em.execute('update month_difference set fetched_at = now(), c_stat = coalesce(?, c_stat) where id = ?', [
    cStat,
    id,
  ]);
}
