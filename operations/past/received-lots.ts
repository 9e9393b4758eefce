import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { LockMode } from '@mikro-orm/core';
import { PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import type { PastEventXml, PastNoteXml } from '../../domain/past/read-past.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { OpenedEntry, OpenedLot } from '../distribution/open-lot.ts';
import { storeLot } from '../distribution/store-lot.ts';
import type { Transaction } from '../outbox.ts';
import { examine, type ExaminedFile } from './examine.ts';
import { listOf } from './own-rows.ts';

/** A note of others, or an event about one. */
export type ReceivedFileOfPast = ExaminedFile & { says: PastNoteXml | PastEventXml };

type Company = { id: string; taxId: string };
type Place = Pick<OpenedLot['distribution'], 'environment' | 'source'>;

/** Keeps what others issued as the distribution would have brought it. @returns how many files were not here in whole */
export async function keepReceived(tx: Transaction, company: Company, files: ReceivedFileOfPast[]): Promise<number> {
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
    await keepLot(tx, company, lot.place, lot.files);
  }
  return unknown.length;
}

async function keepLot(tx: Transaction, company: Company, place: Place, files: ReceivedFileOfPast[]): Promise<void> {
  const of = { company: company.id, ...place };
  await tx.em.findOne(Distribution, of, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const entries = files.map(entryOf);
  await storeLot(tx, { distribution: of, companyTaxId: company.taxId, entries, receivedAt: new Date(), isPast: true });
}

const secondBits = 34n;
const fileBits = 28n;

/**
 * As a distribution numbers what it brings, but below zero: what a source brings itself is the better version, and stands before it in lists. The number
 * follows from the file, so that a file has the same whenever it comes: newer notes stand before older ones, and of one second the fingerprint decides.
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

/** Without those that a source has brought in whole by itself. */
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

/** Of these keys, those of notes of others that are here. */
export async function receivedKeys({ em }: Transaction, company: string, keys: string[]): Promise<Set<string>> {
  const rows = await em.execute<{ key: string }[]>(
    `select access_key as key from received_document where company_id = ? and event_code = '' and access_key = any(?::text[])`,
    [company, listOf(keys)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Puts events that waited for these notes among the received documents. @returns how many */
export async function keepAwaiting(tx: Transaction, company: Company, keys: string[]): Promise<number> {
  const { em } = tx;
  const where = { company: company.id, awaitsNote: true, accessKey: { $in: keys } };
  const waiting = await em.find(PastNoteEvent, where, { populate: ['content'], orderBy: { id: 'asc' } });
  if (waiting.length === 0) return 0;
  const files = waiting.map(({ content, sha256 }) => examine({ content: gunzipSync(content), sha256 }, company.taxId));
  await keepReceived(tx, company, files.filter(isOfOthers));
  await em.nativeDelete(PastNoteEvent, { id: { $in: waiting.map(({ id }) => id) } });
  return waiting.length;
}

/** Whether a file is none of a range, which only who gave it up has. */
export function isOfOthers(file: ExaminedFile): file is ReceivedFileOfPast {
  return file.says.kind !== 'range' && file.whose !== 'own';
}
