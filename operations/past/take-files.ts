import type { EntityManager, Orm } from '../../config/orm.ts';
import { PastFile } from '../../domain/past/past-note.entity.ts';
import { type PastRefusalCode, PastRefused } from '../../domain/past/past-refused.ts';
import type { PastEventXml, PastNoteXml, PastRangeXml, PastXml } from '../../domain/past/read-past.ts';
import { inTransaction, type Transaction } from '../outbox.ts';
import { acrossCompanies, inCompany } from '../in-company.ts';
import { type ExaminedFile, examineFile, sha256Of, type PastSource } from './examine.ts';
import { agree, followSeries, keepEvents, keepNotes, keepRanges, listOf, raiseSeries } from './own-rows.ts';
import { type KeepsRecords, type KeptRecords, recordsOf } from './keep-records.ts';
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
/** What a file is to the company: a note that it issued, what happened to one, numbers that it gave up, or what others issued to it. */
export type PastKind = (typeof pastKinds)[number];

/** A file that is not taken; `reason` is a sentence in Portuguese. */
export type PastRefusal = { name: string; code: PastRefusalCode; reason: string };

/** What came of some files: by kind those that were new, those that were here, and those that are not taken. */
export type TakenFiles = {
  stored: Record<PastKind, number>;
  known: number;
  refused: PastRefusal[];
  records: KeptRecords;
};

/** The counts of an import that has taken nothing yet. */
export function nothingTaken(): TakenFiles {
  const stored = Object.fromEntries(pastKinds.map((kind) => [kind, 0])) as Record<PastKind, number>;
  return { stored, known: 0, refused: [], records: { clients: 0, products: 0 } };
}

type Company = { id: string; taxId: string };

/**
 * Takes some files of another system in one transaction. Taking a file again, whenever, changes nothing, and whatever the order of files and
 * however they are divided, the rows end alike. Who takes files of a company waits for another that does, and passes what that one took.
 *
 * @param options.dryRun undoes everything once it is known what would become of it
 * @param options.keepsRecords makes clients and products of what own notes in production say
 * @param options.isUnasked whether nobody asked for them: a count that is used here follows their numbers then only where they are near it
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
    // Nobody is told of the past, so that nothing waits once it is stored.
    await inTransaction(
      acrossCompanies(orm),
      async () => {},
      async (tx) => {
        const left = await leftByOthers(tx.em, company, files, taken);
        if (left.length === 0) return;
        await keep(tx, company, left, taken);
        await keepsRecords?.(tx.em, recordsOf(left), taken.records);
        // At the end, since whoever issues waits for these rows.
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
 * An import and a comparison that bring the same file would meet at its unique keys, and the later one of a person's command would end with them: one
 * at a time takes files of a company, until its transaction ends.
 *
 * @returns the files that nobody took since they were looked for
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

/** Ends the transaction of a dry run. */
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
  await agree(
    em,
    company,
    [...notes, ...events].map(({ says }) => says.arrival.accessKey),
  );
}

/** What others registered about a note of others goes among the received documents as soon as that note is there, and waits until then. */
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

/** Keys of notes that Lavra itself has issued: what it has of them is more than a file tells. */
async function keysOfLavra(em: EntityManager, company: string, files: ExaminedFile[]): Promise<Set<string>> {
  const keys = files.flatMap(({ says }) => keyOf(says) ?? []);
  const rows = await em.execute<{ key: string }[]>(
    'select access_key as key from document where company_id = ? and access_key = any(?::text[])',
    [company, listOf(keys)],
  );
  return new Set(rows.map(({ key }) => key));
}

type By = { company: { id: string }; actor: Actor };

/** Writes down who imports the past of a company, and at the end what came of it. */
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
