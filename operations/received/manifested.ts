import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { manifestations } from '../../domain/received/kinds.ts';
import { awarenessCode, codeOf, manifestationCodes } from '../../domain/received/manifestations.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { Transaction } from '../outbox.ts';
import { recordReceived } from '../supplier-events.ts';
import { settlePayables } from './pay.ts';

/** Applies a registered manifestation: to the note's `manifestation`, and to what the company owes for the note. */
export async function takeManifestation(tx: Transaction, { id, receivedDocument }: DocumentEvent): Promise<void> {
  const { em } = tx;
  if (!receivedDocument) throw new TypeError(`event ${id} is about no received document`);
  await em.findOneOrFail(ReceivedDocument, { id: receivedDocument }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  await em.flush(); // The statements below read the event's row
  const changed = await settleManifestations(em, [receivedDocument]);
  await settlePayables(em, [receivedDocument]);
  await recordReceived(tx, 'RECEIVED_DOCUMENT_UPDATED', changed);
}

/**
 * Sets the last manifestation of received notes, from the events that were registered here and those that the distribution brought, in whatever
 * order they came: the last conclusion, or else the awareness. It is called whenever an event is stored or registered, by a caller that has locked
 * the notes.
 *
 * @returns ids of the notes whose manifestation has changed
 */
export async function settleManifestations(em: EntityManager, receivedDocumentIds: string[]): Promise<string[]> {
  if (receivedDocumentIds.length === 0) return [];
  await em.execute(protocolsThatCame, [receivedDocumentIds]);
  const changed = await em.execute<{ id: string }[]>(
    `update received_document d set manifestation = said.word, updated_at = now()
     from (
       select distinct on (e.note_id) e.note_id, ${wordOf('e.code')} as word from (${registeredIn('d.id in (?)')}) e
       order by e.note_id, e.code = '${awarenessCode}', e.at desc, e.said_at desc
     ) said
     where d.id = said.note_id and d.manifestation is distinct from said.word
     returning d.id`,
    [receivedDocumentIds, receivedDocumentIds],
  );
  return changed.map(({ id }) => id);
}

/** How many other conclusions of the recipient are known to be registered about the note of a manifestation. */
export async function conclusionsBeside(
  em: EntityManager,
  { receivedDocument, code, sequence }: Pick<DocumentEvent, 'receivedDocument' | 'code' | 'sequence'>,
): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(distinct (e.code, e.sequence))::int as count from (${registeredIn('d.id = ?')}) e
     where e.code <> '${awarenessCode}' and (e.code, e.sequence) <> (?, ?)`,
    [receivedDocument, receivedDocument, code, sequence],
  );
  return row?.count ?? 0;
}

const codes = manifestationCodes.map((code) => `'${code}'`).join();

/**
 * SQL of the registered manifestations of received notes `d`: ours, and those that came (about a note that the company receives, they are its own).
 * The authority's times are in seconds: of two within one second, the one that was made later was registered later, because one waits for the
 * other.
 *
 * @param which condition for the notes; it is used twice, and so are its parameters
 */
const registeredIn = (which: string): string => `
  select d.id as note_id, own.code, own.sequence, own.registered_at as at, own.occurred_at as said_at
  from received_document d join document_event own on own.received_document_id = d.id
  where ${which} and own.type = 'MANIFESTATION' and own.status = 'REGISTERED'
  union all
  select d.id, came.event_code, came.event_sequence, came.emission_date, came.emission_date
  from received_document d join received_document came
    on (came.company_id, came.environment, came.access_key) = (d.company_id, d.environment, d.access_key)
  where ${which} and d.role = 'RECIPIENT' and came.event_code in (${codes})`;

/** Gives our manifestations of which only the registration is known (573) their protocols, from the events that came. */
const protocolsThatCame = `
  update document_event own set protocol = came.event_protocol, updated_at = now()
  from received_document d join received_document came
    on (came.company_id, came.environment, came.access_key) = (d.company_id, d.environment, d.access_key)
  where d.id in (?) and own.received_document_id = d.id and own.type = 'MANIFESTATION' and own.status = 'REGISTERED'
    and own.protocol is null and (came.event_code, came.event_sequence) = (own.code, own.sequence)`;

/** SQL of the manifestation for a tpEvento. */
const wordOf = (code: string): string =>
  `case ${code} ${manifestations.map((word) => `when '${codeOf(word)}' then '${word}'`).join(' ')} end`;

/** The last manifestation that was requested here for each of some received notes. `em` sees one company (`inCompany`). */
export async function lastAnswers(em: EntityManager, noteIds: readonly string[]): Promise<Map<string, DocumentEvent>> {
  if (noteIds.length === 0) return new Map();
  const events = await em.find(
    DocumentEvent,
    { receivedDocument: { $in: [...noteIds] }, type: 'MANIFESTATION' },
    { orderBy: { updatedAt: 'asc', id: 'asc' } },
  );
  return new Map(events.flatMap((event) => (event.receivedDocument ? [[event.receivedDocument, event]] : [])));
}
