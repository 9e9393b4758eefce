import { gunzipSync } from 'node:zlib';
import { DriverException, LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { cancels, type EventArrival } from '../../domain/received/arrival.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { newWakeList, recordEvent, type Transaction } from '../outbox.ts';
import { takeAwareness } from '../received/aware.ts';
import { settleManifestations } from '../received/manifested.ts';
import { settlePayables } from '../received/pay.ts';
import { recordPayables, recordReceived, recordSupplierCancelled } from '../supplier-events.ts';
import type { OpenedEntry, OpenedLot } from './open-lot.ts';
import { type LotChanges, ReceivedRows } from './received-rows.ts';

/** The result of storing a lot; `clashes` are NSUs under which different files came, in this lot or before: the first file is kept. */
export type LotCounts = { stored: number; unreadable: number; clashes: bigint[] };

/**
 * Stores a lot: its files as they came, what they say about received notes and our own, and what the company owes for them. It runs in the
 * transaction that moves the NSU; storing a lot twice changes nothing. Where the database refuses the lot as a whole, it is stored entry by entry;
 * an entry that is refused alone, too, is stored as unreadable, with the reason. So one entry never holds up those after it.
 */
export async function storeLot(tx: Transaction, lot: OpenedLot): Promise<LotCounts> {
  try {
    return await apart(tx, (inside) => storeTogether(inside, lot));
  } catch (error) {
    if (!isOfContent(error)) throw error;
  }
  const sum: LotCounts = { stored: 0, unreadable: 0, clashes: [] };
  for (const entry of lot.entries) {
    const { stored, unreadable, clashes } = await storeAlone(tx, lot, entry);
    sum.stored += stored;
    sum.unreadable += unreadable;
    sum.clashes.push(...clashes);
  }
  return sum;
}

async function storeAlone(tx: Transaction, lot: OpenedLot, entry: OpenedEntry): Promise<LotCounts> {
  try {
    return await apart(tx, (inside) => storeTogether(inside, { ...lot, entries: [entry] }));
  } catch (error) {
    if (!isOfContent(error)) throw error;
    const { nsu, schema, bytes, crc32, size } = entry;
    const fault = `O Lavra não pôde guardar o que leu do documento: ${error.message}`;
    return storeTogether(tx, { ...lot, entries: [{ nsu, schema, bytes, crc32, size, fault }] });
  }
}

/** Runs `work` in a nested transaction: where it fails, nothing of it is left, neither rows nor actors to wake. */
async function apart<Result>(tx: Transaction, work: (inside: Transaction) => Promise<Result>): Promise<Result> {
  const waiting = newWakeList();
  const result = await tx.em.transactional((em) => work({ em, ...waiting }), { clear: true });
  for (const left of ['endpoints', 'mailing', 'events', 'replaced'] as const)
    waiting[left].forEach((id) => tx[left].add(id));
  tx.ended.push(...waiting.ended);
  return result;
}

/**
 * Whether an error is caused by the content of an entry: a value or row that the database refuses (classes 22 and 23), a row that is too large
 * (54), or a fault of the code that reads it. Every other error, such as a database that is away, would hit all entries alike; then the lot is
 * stored later.
 */
function isOfContent(error: unknown): error is Error {
  if (!(error instanceof DriverException)) return error instanceof TypeError || error instanceof RangeError;
  return /^(22|23|54)/.test(String(error.code));
}

async function storeTogether(tx: Transaction, lot: OpenedLot): Promise<LotCounts> {
  const { em } = tx;
  const { clashes, entries } = await unkept(em, lot);
  const rows = new ReceivedRows(lot, await knownRows(em, lot.distribution, entries));
  const documents = new Map(entries.map((entry) => [entry.nsu, rows.take(em, entry)]));
  rows.agree();
  await em.flush();
  const payables = rows
    .payables(lot.receivedAt)
    .filter(({ dueDate }) => !lot.isPast || dueDate >= brasiliaDay(lot.receivedAt));
  if (payables.length > 0) await em.insertMany(Payable, payables);
  await keepFiles(em, lot, { entries, documents });

  const changed = rows.changed();
  await settleManifestations(em, changed.manifested);
  await settlePayables(em, changed.unsettled);
  for (const event of eventsIn(entries)) await learnOfOwn(tx, lot, event);
  if (!lot.isPast) await tell(tx, changed, payables);
  return { stored: entries.length, unreadable: entries.filter((entry) => 'fault' in entry).length, clashes };
}

/** Sends the events about what came, and takes awareness of summaries where the company wants that. */
async function tell(tx: Transaction, changed: LotChanges, payables: { id: string }[]): Promise<void> {
  await takeAwareness(tx, changed.summaries);
  await recordReceived(tx, 'RECEIVED_DOCUMENT_CREATED', changed.created);
  await recordReceived(tx, 'RECEIVED_DOCUMENT_UPDATED', changed.updated);
  await recordSupplierCancelled(tx, changed.cancelled);
  await recordPayables(
    tx,
    payables.map(({ id }) => id),
  );
}

/** The entries whose NSU is not stored yet, one for each NSU, and the NSUs of entries that differ from what is stored. */
async function unkept(
  em: EntityManager,
  { distribution, entries }: OpenedLot,
): Promise<{ entries: OpenedEntry[]; clashes: bigint[] }> {
  const { company, environment, source } = distribution;
  const nsus = entries.map(({ nsu }) => nsu);
  const where = { company, environment, source, nsu: { $in: nsus } };
  const fields = ['nsu', 'accessKey', 'schemaType'] as const;
  const kept = new Map((await em.find(ReceivedFile, where, { fields })).map((file) => [file.nsu, file]));
  const fresh = new Map<bigint, OpenedEntry>();
  const clashes: bigint[] = [];
  for (const entry of entries) {
    const { nsu } = entry;
    const earlier = fresh.get(nsu);
    const stored = kept.get(nsu);
    if (earlier ? !earlier.bytes.equals(entry.bytes) : stored && isAnother(entry, stored)) clashes.push(nsu);
    if (!earlier && !stored) fresh.set(nsu, entry);
  }
  return { entries: [...fresh.values()], clashes };
}

/** Whether an entry differs from what is stored under its NSU. Bytes are not compared, because a source may render the same document anew. */
function isAnother(entry: OpenedEntry, kept: Pick<ReceivedFile, 'accessKey' | 'schemaType'>): boolean {
  if (!('arrival' in entry) || !kept.accessKey) return false;
  return entry.arrival.accessKey !== kept.accessKey || entry.arrival.schemaType !== kept.schemaType;
}

/** The existing rows of the entries' notes and of their events, locked. */
function knownRows(
  em: EntityManager,
  { company, environment }: OpenedLot['distribution'],
  entries: OpenedEntry[],
): Promise<ReceivedDocument[]> {
  const keys = new Set(entries.flatMap((entry) => ('arrival' in entry ? [entry.arrival.accessKey] : [])));
  if (keys.size === 0) return Promise.resolve([]);
  const where = { company, environment, accessKey: { $in: [...keys] } };
  return em.find(ReceivedDocument, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
}

async function keepFiles(
  em: EntityManager,
  { distribution, receivedAt }: OpenedLot,
  { entries, documents }: { entries: OpenedEntry[]; documents: Map<bigint, ReceivedDocument | null> },
): Promise<void> {
  if (entries.length === 0) return;
  const { company, environment, source } = distribution;
  await em.insertMany(
    ReceivedFile,
    entries.map((entry) => ({
      id: uuid(),
      company,
      environment,
      source,
      nsu: entry.nsu,
      schema: entry.schema,
      schemaType: 'arrival' in entry ? entry.arrival.schemaType : null,
      receivedDocument: documents.get(entry.nsu)?.id ?? null,
      accessKey: 'arrival' in entry ? entry.arrival.accessKey : null,
      content: entry.bytes,
      crc32: entry.crc32,
      size: entry.size,
      fault: 'fault' in entry ? entry.fault : null,
      receivedAt,
    })),
  );
}

function eventsIn(entries: OpenedEntry[]): ArrivedEvent[] {
  return entries.flatMap((entry) => {
    if (!('arrival' in entry) || entry.arrival.kind !== 'event') return [];
    return [{ arrival: entry.arrival, gzip: entry.bytes }];
  });
}

const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** An event that came, with its file. */
type ArrivedEvent = { arrival: EventArrival; gzip: Buffer };

/**
 * Applies an event that cancels one of our own documents and was registered without us, at the portal or by the municipality: the document is
 * cancelled, and gets the event. An event that we are about to register ourselves is left to its run.
 */
async function learnOfOwn(
  tx: Transaction,
  { distribution }: OpenedLot,
  { arrival, gzip }: ArrivedEvent,
): Promise<void> {
  const { em } = tx;
  const { company, environment } = distribution;
  const { accessKey, code, sequence } = arrival;
  if (!cancels(arrival)) return;
  const document = await em.findOne(Document, { company, environment, accessKey, status: 'AUTHORIZED' }, lock);
  if (!document) return;
  // The event is read without a lock: whoever registers it holds that lock, and waits for the document.
  const known = await em.findOne(DocumentEvent, { document: document.id, code, sequence });
  if (known?.status === 'PENDING') return;
  const { occurredAt, protocol, justification, replacedBy: substituteKey } = arrival;
  const event =
    known ??
    em.create(DocumentEvent, {
      company,
      document: document.id,
      type: substituteKey === null ? 'CANCELLATION' : 'CANCELLATION_BY_SUBSTITUTION',
      code,
      sequence,
      justification,
      substituteKey,
      occurredAt,
    });
  const registeredAt = arrival.registeredAt ?? occurredAt;
  const cStat = arrival.cStat ?? registeredCode;
  const procXml = arrival.schemaType === 'RES_EVENTO' ? null : gunzipSync(gzip).toString();
  event.register({ cStat, reason: arrival.description, protocol, registeredAt, procXml });
  document.cancel(justification ?? `${arrival.description} registrado fora do Lavra`, registeredAt);
  await em.flush();
  await recordEvent(tx, 'DOCUMENT_CANCELLED', document);
}

/** "Evento registrado e vinculado a NF-e": used for an event that came without a code. */
const registeredCode = '135';
