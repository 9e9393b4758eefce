import { gunzipSync } from 'node:zlib';
import type { FilterQuery } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { NotFound } from '../../domain/errors.ts';
import { endOfBrasiliaDay, startOfBrasiliaDay } from '../../domain/fiscal-time.ts';
import { PastInutilization, PastNote, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import type { NoteStatus } from '../../domain/received/kinds.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { knownDays } from '../lists/days.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';

/** Which notes are looked for; days of issue AAAA-MM-DD in Brasília time, both included. */
export type PastQuery = {
  environment: Environment;
  type?: DocumentType | undefined;
  status?: NoteStatus | undefined;
  accessKey?: string | undefined;
  /** An access key, a number, or the recipient's tax id or part of its name. */
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** One page of the notes that a company issued with another system, the newest first, and how many match. */
export async function findPastNotes(
  em: EntityManager,
  { environment, type, status, accessKey, search, ...days }: PastQuery,
  page: Page,
): Promise<{ notes: PastNote[]; total: number }> {
  const { from, to } = knownDays(days);
  const issuedAt = {
    ...(from !== undefined && { $gte: startOfBrasiliaDay(from) }),
    ...(to !== undefined && { $lt: endOfBrasiliaDay(to) }),
  };
  const where = {
    environment,
    issuedAt,
    ...(type && { type }),
    ...(status && { status }),
    ...(accessKey && { accessKey }),
    ...(search && { $or: searchedBy(search) }),
  };
  const [notes, total] = await em.findAndCount(PastNote, where, {
    orderBy: { issuedAt: 'desc', id: 'desc' },
    ...rowRangeOf(page),
  });
  return { notes, total };
}

/** The meanings that a search may have, with or without the punctuation that people write. */
function searchedBy(search: string): FilterQuery<PastNote>[] {
  const plain = plainTaxId(search);
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return [
    { accessKey: plain },
    { number: plain.replace(/^0+(?=\d)/, '') },
    { recipientTaxId: plain },
    { recipientName: { $ilike: pattern } },
  ];
}

/** A note of the past with its events, the oldest first; null where there is none with that key. */
export async function findPastNote(
  em: EntityManager,
  accessKey: string,
): Promise<{ note: PastNote; events: PastNoteEvent[] } | null> {
  const note = await em.findOne(PastNote, { accessKey });
  if (!note) return null;
  const events = await em.find(PastNoteEvent, { accessKey }, { orderBy: { occurredAt: 'asc', id: 'asc' } });
  return { note, events };
}

/** As `findPastNote`, by the id of the note. @throws NotFound */
export async function pastNoteInFull(
  em: EntityManager,
  id: string,
): Promise<{ note: PastNote; events: PastNoteEvent[] }> {
  const note = isUuid(id) ? await em.findOne(PastNote, { id }) : null;
  const found = note && (await findPastNote(em, note.accessKey));
  if (!found) throw new NotFound('document');
  return found;
}

/** The XML of a note of the past, or of one of its events, byte for byte as it came; null where there is none. */
export async function pastXml(
  em: EntityManager,
  accessKey: string,
  event?: { code: string; sequence: number },
): Promise<Buffer | null> {
  const populate = ['content'] as const;
  const row = event
    ? await em.findOne(PastNoteEvent, { accessKey, ...event }, { populate })
    : await em.findOne(PastNote, { accessKey }, { populate });
  return row?.content ? gunzipSync(row.content) : null;
}

/** The XML of a note by its id, with its file name. @throws NotFound */
export async function pastNoteXml(em: EntityManager, id: string): Promise<{ name: string; xml: Buffer }> {
  const note = isUuid(id) ? await em.findOne(PastNote, { id }, { populate: ['content'] }) : null;
  if (!note?.content) throw new NotFound('document');
  return { name: `${note.accessKey}-${traitsOf[note.type].files.authorized}`, xml: gunzipSync(note.content) };
}

/** The XML of an event of a note, by both ids, with its file name. @throws NotFound */
export async function pastEventXml(
  em: EntityManager,
  { noteId, eventId }: { noteId: string; eventId: string },
): Promise<{ name: string; xml: Buffer }> {
  const { note } = await pastNoteInFull(em, noteId);
  const of = { id: eventId, accessKey: note.accessKey };
  const event = isUuid(eventId) ? await em.findOne(PastNoteEvent, of, { populate: ['content'] }) : null;
  if (!event?.content) throw new NotFound('registeredEvent');
  return { name: pastEventName(event, note), xml: gunzipSync(event.content) };
}

/** The file name of an event. */
export function pastEventName({ accessKey, code, sequence }: PastNoteEvent, { type }: PastNote): string {
  return `${accessKey}-${code}-${sequence}-${traitsOf[type].files.event}`;
}

/** Numbers that the company inutilized with another system. */
export function findPastInutilizations(em: EntityManager, environment: Environment): Promise<PastInutilization[]> {
  return em.find(PastInutilization, { environment }, { orderBy: { model: 'asc', series: 'asc', firstNumber: 'asc' } });
}
