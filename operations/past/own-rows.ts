import { gzipSync } from 'node:zlib';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { PastInutilization, PastNote, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import type { PastEventXml, PastNoteXml, PastRangeXml } from '../../domain/past/read-past.ts';
import { cancellationCodes } from '../../domain/received/arrival.ts';
import { followCount, highestNumber, raiseCount, type Series } from '../documents/numbering.ts';
import type { ExaminedFile } from './examine.ts';

/** A file whose content is of this kind. */
type Of<Xml> = ExaminedFile & { says: Xml };

type Kept = { sha256: string };

/**
 * Stores notes that the company itself issued. Of two files of the same note the one with the lower SHA-256 is kept, so that the rows are the same
 * in whatever order files come.
 *
 * @returns the type of each note that was not here
 */
export async function keepNotes(em: EntityManager, company: string, files: Of<PastNoteXml>[]): Promise<DocumentType[]> {
  const best = bestOf(files, ({ says }) => says.arrival.accessKey);
  const known = await em.find(PastNote, { company, accessKey: { $in: [...best.keys()] } });
  const fresh = new Map(best);
  for (const row of known) {
    const file = best.get(row.accessKey);
    fresh.delete(row.accessKey);
    if (file && file.sha256 < row.sha256) row.hold(noteOf(file));
  }
  await em.flush();
  const rows = [...fresh.values()].map((file) => ({ id: uuid(), company, importedAt: new Date(), ...noteOf(file) }));
  if (rows.length > 0) await em.insertMany(PastNote, rows);
  return rows.map(({ type }) => type);
}

function noteOf({ says: { environment, type, arrival, recipientName }, ...file }: Of<PastNoteXml>) {
  const { accessKey, series, number, emissionDate: issuedAt, status, totalValue, parties, protocol } = arrival;
  const recipient = { recipientTaxId: parties.recipient, recipientName };
  return {
    environment,
    type,
    accessKey,
    series,
    number,
    issuedAt,
    status,
    totalValue,
    ...recipient,
    protocol,
    ...kept(file),
  };
}

/** As `keepNotes`, for events. @returns how many were not here */
export async function keepEvents(em: EntityManager, company: string, files: Of<PastEventXml>[]): Promise<number> {
  const best = bestOf(files, ({ says }) => eventKey(says.arrival));
  const keys = [...new Set(files.map(({ says }) => says.arrival.accessKey))];
  const known = await em.find(PastNoteEvent, { company, accessKey: { $in: keys } });
  const fresh = new Map(best);
  for (const row of known) {
    const file = best.get(eventKey(row));
    fresh.delete(eventKey(row));
    if (file && file.sha256 < row.sha256) em.assign(row, eventOf(file));
  }
  await em.flush();
  const rows = [...fresh.values()].map((file) => ({ id: uuid(), company, importedAt: new Date(), ...eventOf(file) }));
  if (rows.length > 0) await em.insertMany(PastNoteEvent, rows);
  return rows.length;
}

const eventKey = ({ accessKey, code, sequence }: { accessKey: string; code: string; sequence: number }): string =>
  `${accessKey}/${code}/${sequence}`;

function eventOf({ says: { environment, arrival }, whose, ...file }: Of<PastEventXml>) {
  const { accessKey, code, sequence, description, author, occurredAt, protocol } = arrival;
  const awaitsNote = whose === 'foreign';
  return {
    environment,
    accessKey,
    code,
    sequence,
    description,
    author,
    occurredAt,
    protocol,
    awaitsNote,
    ...kept(file),
  };
}

/** As `keepNotes`, for ranges of numbers. @returns how many were not here */
export async function keepRanges(em: EntityManager, company: string, files: Of<PastRangeXml>[]): Promise<number> {
  let fresh = 0;
  for (const file of bestOf(files, ({ says }) => JSON.stringify(rangeKey(says))).values()) {
    const { protocol, registeredAt } = file.says;
    const [key, said] = [rangeKey(file.says), { protocol, registeredAt, ...kept(file) }];
    const row = await em.findOne(PastInutilization, { company, ...key });
    if (!row) {
      em.create(PastInutilization, { company, ...key, ...said });
      fresh += 1;
    } else if (file.sha256 < row.sha256) em.assign(row, said);
  }
  await em.flush();
  return fresh;
}

const rangeKey = ({ environment, model, series, first: firstNumber, last: lastNumber }: PastRangeXml) => ({
  environment,
  model,
  series,
  firstNumber,
  lastNumber,
});

/** Cancels notes that have a cancelling event, whichever of the two came first. */
export async function cancelNotesWithEvents(
  em: EntityManager,
  company: string,
  accessKeys: readonly string[],
): Promise<void> {
  await em.execute(
    `update past_note n set status = 'CANCELLED'
     where n.company_id = ? and n.access_key = any(?::text[]) and n.status <> 'CANCELLED' and exists (
       select from past_note_event e where e.company_id = n.company_id and e.access_key = n.access_key and e.code = any(?::text[]))`,
    [company, arrayLiteral(accessKeys), arrayLiteral(cancellationCodes)],
  );
}

/** Access keys or codes, which have only digits and letters, as an array of PostgreSQL. */
export function arrayLiteral(words: readonly string[]): string {
  return `{${words.join(',')}}`;
}

/** The highest number of a count that another system has used. */
type Highest = Omit<Series, 'company'> & { number: number };

/** Makes every count continue after what another system has used of it; none ever goes back. */
export async function raiseSeries(
  em: EntityManager,
  company: string,
  says: (PastNoteXml | PastRangeXml)[],
): Promise<void> {
  const highest = new Map<string, Highest>();
  for (const used of says.flatMap((each) => usedBy(each) ?? [])) {
    const key = `${used.environment}/${used.model}/${used.series}`;
    const known = highest.get(key);
    if (!known || known.number < used.number) highest.set(key, used);
  }
  for (const key of [...highest.keys()].toSorted()) {
    const { number, ...of } = highest.get(key)!;
    await raiseCount(em, { company, ...of }, Math.min(number + 1, highestNumber));
  }
}

/**
 * As `raiseSeries`, for files that nobody asked for: a count that is used here continues only after numbers near it, and no count is moved so far
 * that few numbers are left.
 */
export async function followSeries(
  em: EntityManager,
  company: string,
  says: (PastNoteXml | PastRangeXml)[],
): Promise<void> {
  const used = says.flatMap((each) => usedBy(each) ?? []).toSorted((one, other) => one.number - other.number);
  for (const { number, ...of } of used) await followCount(em, { company, ...of }, number);
}

function usedBy(says: PastNoteXml | PastRangeXml): Highest | null {
  const { environment } = says;
  if (says.kind === 'range') return { environment, model: says.model, series: says.series, number: says.last };
  return says.drawn && { environment, model: traitsOf[says.type].numberedAs, ...says.drawn };
}

function kept({ xml, sha256 }: Pick<ExaminedFile, 'xml' | 'sha256'>) {
  return { content: gzipSync(xml), sha256 };
}

function bestOf<File extends Kept>(files: File[], keyOf: (file: File) => string): Map<string, File> {
  const best = new Map<string, File>();
  for (const file of files) {
    const other = best.get(keyOf(file));
    if (!other || file.sha256 < other.sha256) best.set(keyOf(file), file);
  }
  return best;
}
