import type { Client } from '@temporalio/client';
import type { Logger } from '../../config/logger.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  isAskedAfterRestore,
  isHeldAfterRestore,
  isReleasedLately,
  noticeRestore,
  openRestoration,
  releaseRestored,
} from '../../operations/installations/restoration.ts';
import {
  keepUnknownNote,
  nextSeries,
  seedSeries,
  seriesAsked,
  seriesFailed,
  seriesMoved,
  type SeriesToAsk,
} from '../../operations/installations/restored-series.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { readEpoch, writeEpoch } from '../../temporal/claim.ts';
import { emissionId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';
import type { Parts } from '../parts.ts';
import { askForNumber, HoldingsUnknown } from '../holdings.ts';
import { askingAfterRestore } from './unknown-notes.ts';

/** How many numbers in a row the authority must not know before the search in a series ends: rejections leave gaps, but none as long as this. */
const unknownInARow = 20;
/** How long one round asks, in milliseconds. */
const roundMs = 40_000;
const seriesAtOnce = 4;
const wokenAtOnce = 500;

/** One round after a restore from a backup: asks the authorities, wakes the runs that may go on, and releases emission once nothing is open. */
export async function lookAfterRestore(client: Client, parts: Parts): Promise<void> {
  const em = acrossCompanies(parts.orm);
  const restoration = await openRestoration(em);
  if (!restoration) return (await isReleasedLately(em)) ? wakeHeld(client, em) : undefined;
  const until = performance.now() + roundMs;
  if (restoration.askedAt === null) {
    await seedSeries(em, restoration.id);
    const open = await nextSeries(em, restoration.id, newestCertificate('c.id'));
    for (let first = 0; first < open.length && performance.now() < until; first += seriesAtOnce) {
      const some = open.slice(first, first + seriesAtOnce);
      await Promise.all(some.map((series) => askSeries(parts, series, until)));
    }
    await wakeHeld(client, em);
    if (!(await seriesAsked(em, restoration.id))) return;
    parts.logger.warn('the authorities were asked about all numbers that a restore may have lost');
  }
  const isOver = (await undecided(em, restoration.id)) === 0 && (await releaseRestored(em, 'ANSWERS'));
  if (isOver) parts.logger.warn('a restore is over: nothing that the authorities have is unknown');
  await wakeHeld(client, em);
}

async function askSeries(parts: Parts, series: SeriesToAsk, until: number): Promise<void> {
  const em = (): EntityManager => acrossCompanies(parts.orm);
  const { certificateId, state, municipalityCode } = series;
  if (certificateId === null || state === null || municipalityCode === null) {
    return seriesFailed(em(), series, 'A empresa não tem certificado válido ou endereço: não há como consultar.');
  }
  const { revisited } = series;
  let { nextNumber, unknown } = series;
  try {
    while (performance.now() < until && (revisited.length > 0 || unknown < unknownInARow)) {
      const again = revisited.shift();
      const number = again ?? nextNumber;
      const held = await askForNumber(parts, { ...series, certificateId, state, municipalityCode }, number);
      if (held) await keepUnknownNote(em(), series, { number, ...held });
      if (again === undefined) {
        nextNumber += 1;
        unknown = held ? 0 : unknown + 1;
      }
      const isDone = revisited.length === 0 && unknown >= unknownInARow;
      await seriesMoved(em(), series, { nextNumber, unknown, revisited, isDone });
    }
  } catch (error) {
    if (!(error instanceof HoldingsUnknown)) throw error;
    await seriesFailed(em(), series, error.message);
  }
}

async function undecided(em: EntityManager, restoration: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from found_note where restoration_id = ? and decision is null',
    [restoration],
  );
  return row?.count ?? 0;
}

/**
 * Wakes the runs that wait for a restore: once when all numbers of their company were asked for, because some find their note among the found ones,
 * and once more when nothing of their company is open.
 */
async function wakeHeld(client: Client, em: EntityManager): Promise<void> {
  const held = await em.execute<{ id: string; attempt: number }[]>(
    `select id, attempt from document d where status = 'PROCESSING' and waiting_kind = 'OURS' and waiting_for like '%lavra restored%'
       and (not ${isHeldAfterRestore('d.company_id')} or (waiting_for = ? and exists (
         select from restoration r where r.released_at is null and ${isAskedAfterRestore('d.company_id')})))
     order by random() limit ?`,
    [askingAfterRestore.reason, wokenAtOnce],
  );
  for (const { id, attempt } of held) await signalMended(client, emissionId(id, attempt));
}

/** Checks whether the database went back to an earlier moment, before anything is started from its rows. */
export async function lookForRestore(client: Client, { orm, logger }: { orm: Orm; logger: Logger }): Promise<void> {
  const { epoch, cause } = await noticeRestore(orm, await readEpoch(client));
  if (cause) logger.error('the database was restored: nothing is issued before the authorities were asked', { cause });
  await writeEpoch(client, epoch);
}
