import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { LockMode } from '@mikro-orm/core';
import { PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import { PastRefused } from '../../domain/past/past-refused.ts';
import type { PastEventXml, PastNoteXml } from '../../domain/past/read-past.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { OpenedEntry, OpenedLot } from '../distribution/open-lot.ts';
import { storeLot } from '../distribution/store-lot.ts';
import type { Transaction } from '../outbox.ts';
import { examineFile, type ExaminedFile } from './examine.ts';
import { arrayLiteral } from './own-rows.ts';

/** A note that others issued, or an event about one. */
export type ReceivedFileOfPast = ExaminedFile & { says: PastNoteXml | PastEventXml };

type Company = { id: string; taxId: string };
type Place = Pick<OpenedLot['distribution'], 'environment' | 'source'>;

/**
 * Stores what others issued, as the distribution would have brought it.
 *
 * @param options.isPast whether no events are sent about it
 * @returns how many files were not here in full
 */
export async function keepReceived(
  tx: Transaction,
  company: Company,
  files: ReceivedFileOfPast[],
  { isPast = true } = {},
): Promise<number> {
  const unknown = await notInWhole(tx, company, files);
  const lots = new Map<string, { place: Place; files: ReceivedFileOfPast[] }>();
  for (const file of unknown) {
    const place = { environment: file.says.environment, source: file.says.arrival.model };
    const key = `${place.environment}/${place.source}`;
    const lot = lots.get(key) ?? { place, files: [] };
    lot.files.push(file);
    lots.set(key, lot);
  }
  for (const key of [...lots.keys()].toSorted()) {
    const lot = lots.get(key)!;
    await keepLot(tx, company, lot.place, { files: lot.files, isPast });
  }
  return unknown.length;
}

/**
 * Locks the distributions of a company until the transaction ends, so that they bring nothing meanwhile: a note that came just after an event was
 * found to be without its note would never release that event.
 */
export async function holdSources({ em }: Transaction, company: Company): Promise<void> {
  const orderBy = { environment: 'asc', source: 'asc' } as const;
  await em.find(Distribution, { company: company.id }, { orderBy, lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function keepLot(
  tx: Transaction,
  company: Company,
  place: Place,
  { files, isPast }: { files: ReceivedFileOfPast[]; isPast: boolean },
): Promise<void> {
  const of = { company: company.id, ...place };
  await tx.em.findOne(Distribution, of, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const entries = files.map(entryOf);
  await storeLot(tx, {
    distribution: of,
    companyTaxId: company.taxId,
    entries,
    receivedAt: new Date(),
    ...(isPast && { isPast }),
  });
}

const secondBits = 34n;
const fileBits = 28n;

/**
 * An NSU for a file, below zero: what a source brings itself is the better version, and comes first in lists. The number follows from the file, so
 * that a file always gets the same one: newer notes come before older ones, and within one second the SHA-256 decides.
 */
function nsuOf({ sha256, says: { arrival } }: ReceivedFileOfPast): bigint {
  const at = arrival.kind === 'note' ? arrival.emissionDate : arrival.occurredAt;
  const latest = (1n << secondBits) - 1n;
  const second = BigInt(Math.min(Math.max(Math.floor(at.getTime() / 1000), 0), Number(latest)));
  const ofFile = BigInt(`0x${sha256.slice(0, Number(fileBits) / 4)}`);
  return -1n - (((latest - second) << fileBits) | ofFile);
}

function entryOf(file: ReceivedFileOfPast): OpenedEntry {
  const { xml, says, signature } = file;
  const { arrival } = says;
  const told = { crc32: crc32(xml), size: xml.length };
  return { nsu: nsuOf(file), schema: arrival.schemaType, bytes: gzipSync(xml), ...told, arrival, signature };
}

/** The files without those that a source has brought in full by itself. */
async function notInWhole(
  { em }: Transaction,
  company: Company,
  files: ReceivedFileOfPast[],
): Promise<ReceivedFileOfPast[]> {
  const accessKey = { $in: [...new Set(files.map(({ says }) => says.arrival.accessKey))] };
  const known = await em.find(ReceivedDocument, { company: company.id, accessKey, hasFullXml: true, nsu: { $gt: 0n } });
  const keys = new Set(known.map((row) => `${row.accessKey}/${row.eventCode}/${row.eventSequence}`));
  em.clear();
  return files.filter(({ says: { arrival } }) => !keys.has(keyOf(arrival)));
}

function keyOf(arrival: ReceivedFileOfPast['says']['arrival']): string {
  return arrival.kind === 'note'
    ? `${arrival.accessKey}//0`
    : `${arrival.accessKey}/${arrival.code}/${arrival.sequence}`;
}

/** Those of these keys for which the note of somebody else is here. */
export async function receivedKeys({ em }: Transaction, company: string, keys: string[]): Promise<Set<string>> {
  const rows = await em.execute<{ key: string }[]>(
    `select access_key as key from received_document where company_id = ? and event_code = '' and access_key = any(?::text[])`,
    [company, arrayLiteral(keys)],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Moves events that waited for these notes to the received documents.
 *
 * @param options.isPast whether no events are sent about them
 * @returns how many
 */
export async function keepAwaiting(
  tx: Transaction,
  company: Company,
  keys: string[],
  options: { isPast?: boolean } = {},
): Promise<number> {
  const { em } = tx;
  const where = { company: company.id, awaitsNote: true, accessKey: { $in: keys } };
  const waiting = await em.find(PastNoteEvent, where, { populate: ['content'], orderBy: { id: 'asc' } });
  const read = waiting.flatMap((row) => readAgain(row, company));
  if (read.length === 0) return 0;
  await keepReceived(
    tx,
    company,
    read.map(({ file }) => file),
    options,
  );
  await em.nativeDelete(PastNoteEvent, { id: { $in: read.map(({ id }) => id) } });
  return read.length;
}

/** Reads a stored event again. One that a later version of Lavra refuses stays waiting, and does not stop the others. */
function readAgain(
  { id, content, sha256 }: PastNoteEvent,
  { taxId }: Company,
): { id: string; file: ReceivedFileOfPast }[] {
  try {
    const file = content ? examineFile({ content: gunzipSync(content), sha256 }, taxId) : null;
    return file && isOfOthers(file) ? [{ id, file }] : [];
  } catch (error) {
    if (!(error instanceof PastRefused)) throw error;
    return [];
  }
}

/**
 * As `keepAwaiting`, for notes that a source has just brought, in the transaction that stores them, so that whoever is told of a note is told of
 * its events. Where nothing waits it costs one look at an index.
 */
export async function releaseAwaiting(tx: Transaction, company: Company, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const [awaited] = await tx.em.execute<{ isThere: boolean }[]>(
    `select exists (
       select from past_note_event where company_id = ? and access_key = any (?::text[]) and awaits_note) as "isThere"`,
    [company.id, arrayLiteral(keys)],
  );
  if (!awaited?.isThere) return 0;
  return tx.em.transactional((em) => keepAwaiting({ ...tx, em }, company, keys, { isPast: false }), { clear: true });
}

/** Whether a file is from somebody else, and no range of numbers, which only the issuer has. */
export function isOfOthers(file: ExaminedFile): file is ReceivedFileOfPast {
  return file.says.kind !== 'range' && file.whose !== 'own';
}
