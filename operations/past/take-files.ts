import type { EntityManager, Orm } from '../../config/orm.ts';
import { PastFile } from '../../domain/past/past-note.entity.ts';
import { type PastRefusalCode, PastRefused } from '../../domain/past/past-refused.ts';
import type { PastEventXml, PastNoteXml, PastRangeXml, PastXml } from '../../domain/past/read-past.ts';
import { inTransaction, type Transaction } from '../outbox.ts';
import { acrossCompanies, inCompany } from '../in-company.ts';
import { type ExaminedFile, examineFile, sha256Of, type PastSource } from './examine.ts';
import {
  cancelNotesWithEvents,
  followSeries,
  keepEvents,
  keepNotes,
  keepRanges,
  arrayLiteral,
  raiseSeries,
} from './own-rows.ts';
import { type KeepsRecords, type KeptRecords, recordsInNotes } from './keep-records.ts';
import { holdSources, isOfOthers, keepAwaiting, keepReceived, receivedKeys } from './received-lots.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { record } from '../audit/record.ts';

export const pastKinds = [
  'NFE',
  'NFCE',
  'NFSE',
  'EVENT',
  'INUTILIZATION',
  'RECEIVED_NOTE',
  'RECEIVED_EVENT',
  'AWAITING_EVENT',
] as const;
/** What a file is to the company: a note that it issued, an event about one, numbers that it inutilized, or what others issued to it. */
export type PastKind = (typeof pastKinds)[number];

/** A file that is refused; `reason` is a sentence in Portuguese. */
export type PastRefusal = { name: string; code: PastRefusalCode; reason: string };

/** The result for some files: by kind how many are new, how many were here already, and which were refused. */
export type TakenFiles = {
  stored: Record<PastKind, number>;
  known: number;
  refused: PastRefusal[];
  records: KeptRecords;
};

/** An empty result. */
export function nothingTaken(): TakenFiles {
  const stored = Object.fromEntries(pastKinds.map((kind) => [kind, 0])) as Record<PastKind, number>;
  return { stored, known: 0, refused: [], records: { clients: 0, products: 0 } };
}

type Company = { id: string; taxId: string };

/**
 * Imports some files of another system in one transaction. Importing a file again changes nothing, and the rows are the same in whatever order and
 * groups files come. Imports of the same company wait for each other, and skip what the other one imported.
 *
 * @param options.dryRun undoes everything once the result is known
 * @param options.keepsRecords creates clients and products from the company's own notes in production
 * @param options.isUnasked whether nobody asked for these files: then a count that is used here follows only numbers near it
 */
export async function takeFiles(
  orm: Orm,
  company: Company,
  sources: PastSource[],
  {
    dryRun = false,
    isUnasked = false,
    keepsRecords,
  }: { dryRun?: boolean; isUnasked?: boolean; keepsRecords?: KeepsRecords } = {},
): Promise<TakenFiles> {
  const { files, taken } = await examined(orm, company, sources);
  if (files.length === 0) return taken;
  try {
    // No events are sent about the past, so that there are no actors to wake.
    await inTransaction(
      acrossCompanies(orm),
      async () => {},
      async (tx) => {
        const left = await leftByOthers(tx.em, company, files, taken);
        if (left.length === 0) return;
        await keep(tx, company, left, taken);
        await keepsRecords?.(tx.em, recordsInNotes(left), taken.records);
        // Last, because emissions wait for these rows.
        const used = left.filter(isOwnNumbers).map(({ says }) => says);
        await (isUnasked ? followSeries : raiseSeries)(tx.em, company.id, used);
        if (dryRun) throw new Undone();
      },
    );
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return taken;
}

/**
 * Serializes imports of a company until the transaction ends: an import and a comparison that bring the same file would meet at its unique keys,
 * and a person's command could fail by that.
 *
 * @returns the files that nobody imported since they were looked up
 */
async function leftByOthers(
  em: EntityManager,
  company: Company,
  files: ExaminedFile[],
  taken: TakenFiles,
): Promise<ExaminedFile[]> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('past/' || ?, 0))`, [company.id]);
  const hashes = files.map(({ sha256 }) => sha256);
  const seen = await takenBefore(em, company, hashes);
  taken.known += seen.size;
  return files.filter(({ sha256 }) => !seen.has(sha256));
}

/** Thrown to roll back a dry run. */
class Undone extends Error {}

async function examined(
  orm: Orm,
  company: Company,
  sources: PastSource[],
): Promise<{ files: ExaminedFile[]; taken: TakenFiles }> {
  const taken = nothingTaken();
  const files: ExaminedFile[] = [];
  const named = sources.map((source) => ({ ...source, sha256: sha256Of(source.content) }));
  const seen = await takenBefore(
    acrossCompanies(orm),
    company,
    named.map(({ sha256 }) => sha256),
  );
  for (const { name, ...source } of named) {
    if (seen.has(source.sha256)) {
      taken.known += 1;
      continue;
    }
    try {
      files.push(examineFile(source, company.taxId));
      seen.add(source.sha256);
    } catch (error) {
      if (!(error instanceof PastRefused)) throw error;
      taken.refused.push({ name, code: error.code, reason: error.message });
    }
  }
  return { files, taken };
}

async function takenBefore(em: EntityManager, { id: company }: Company, hashes: string[]): Promise<Set<string>> {
  const rows = await em.find(PastFile, { company, sha256: { $in: hashes } });
  return new Set(rows.map(({ sha256 }) => sha256));
}

async function keep(tx: Transaction, company: Company, files: ExaminedFile[], taken: TakenFiles): Promise<void> {
  const { em } = tx;
  const issuedHere = await keysOfLavra(em, company.id, files);
  const others = files.filter((file) => keyOf(file.says) === null || !issuedHere.has(keyOf(file.says) ?? ''));
  await keepOwn(
    em,
    company.id,
    others.filter(({ whose }) => whose === 'own'),
    taken,
  );
  await keepOthers(tx, company, others.filter(isOfOthers), taken);
  await em.insertMany(
    PastFile,
    files.map(({ sha256 }) => ({ company: company.id, sha256 })),
  );
  const stored = Object.values(taken.stored).reduce((sum, count) => sum + count, 0);
  taken.known += files.length - stored;
}

async function keepOwn(
  em: EntityManager,
  company: string,
  files: ExaminedFile[],
  { stored }: TakenFiles,
): Promise<void> {
  const notes = files.filter(isNote);
  const events = files.filter(isEvent);
  const ranges = files.filter(isRange);
  for (const type of await keepNotes(em, company, notes)) stored[type] += 1;
  stored.EVENT += await keepEvents(em, company, events);
  stored.INUTILIZATION += await keepRanges(em, company, ranges);
  await cancelNotesWithEvents(
    em,
    company,
    [...notes, ...events].map(({ says }) => says.arrival.accessKey),
  );
}

/** Stores notes of others with their events. An event about a note that is not here waits until the note comes. */
async function keepOthers(
  tx: Transaction,
  company: Company,
  files: (ExaminedFile & { says: PastNoteXml | PastEventXml })[],
  { stored }: TakenFiles,
): Promise<void> {
  if (files.length === 0) return;
  await holdSources(tx, company);
  const notes = files.filter(isNote);
  stored.RECEIVED_NOTE += await keepReceived(tx, company, notes);
  const events = files.filter(isEvent);
  const here = await receivedKeys(
    tx,
    company.id,
    files.map(({ says }) => says.arrival.accessKey),
  );
  const isHere = ({ whose, says }: (typeof events)[number]): boolean =>
    whose === 'received' || here.has(says.arrival.accessKey);
  stored.RECEIVED_EVENT += await keepReceived(tx, company, events.filter(isHere));
  stored.AWAITING_EVENT += await keepEvents(
    tx.em,
    company.id,
    events.filter((file) => !isHere(file)),
  );
  await keepAwaiting(
    tx,
    company,
    notes.map(({ says }) => says.arrival.accessKey),
  );
}

const isNote = (file: ExaminedFile): file is ExaminedFile & { says: PastNoteXml } => file.says.kind === 'note';
const isEvent = (file: ExaminedFile): file is ExaminedFile & { says: PastEventXml } => file.says.kind === 'event';
const isRange = (file: ExaminedFile): file is ExaminedFile & { says: PastRangeXml } => file.says.kind === 'range';

const isOwnNumbers = (file: ExaminedFile): file is ExaminedFile & { says: PastNoteXml | PastRangeXml } =>
  file.whose === 'own' && file.says.kind !== 'event';

function keyOf(says: PastXml): string | null {
  return says.kind === 'range' ? null : says.arrival.accessKey;
}

/** Access keys of notes that Lavra itself issued: it has more about them than a file tells. */
async function keysOfLavra(em: EntityManager, company: string, files: ExaminedFile[]): Promise<Set<string>> {
  const keys = files.flatMap(({ says }) => keyOf(says) ?? []);
  const rows = await em.execute<{ key: string }[]>(
    'select access_key as key from document where company_id = ? and access_key = any(?::text[])',
    [company, arrayLiteral(keys)],
  );
  return new Set(rows.map(({ key }) => key));
}

type By = { company: { id: string }; actor: Actor };

/** Writes an entry that somebody imports the past of a company, and at the end one with the result. */
export function recordPastImport(
  orm: Orm,
  { company: { id: company }, actor }: By,
  action: 'IMPORT_STARTED' | 'IMPORT_FINISHED',
  details: AuditDetails,
): Promise<void> {
  return inCompany(orm, company, async (em) => {
    record(em, actor, { action, company, subject: null, details: { kind: 'past', ...details } });
  });
}
