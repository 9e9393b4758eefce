import type { FindOneOptions } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Payable } from '../../domain/payables/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** A payable and the note that it is owed for. */
export type PayableOfNote = { payable: Payable; note: ReceivedDocument };

/** The company's payable with that id. @throws NotFound also for another company's, and for a malformed id */
export function findPayable(em: EntityManager, id: string, options: FindOneOptions<Payable> = {}): Promise<Payable> {
  return findOrRefuse('payable', id, () => em.findOne(Payable, { id }, options));
}

/** Each with its note, in the same order. */
export async function withNotes(em: EntityManager, payables: Payable[]): Promise<PayableOfNote[]> {
  const ids = [...new Set(payables.map(({ receivedDocument }) => receivedDocument))];
  const notes = ids.length === 0 ? [] : await em.find(ReceivedDocument, { id: { $in: ids } });
  const byId = new Map(notes.map((note) => [note.id, note]));
  return payables.flatMap((payable) => {
    const note = byId.get(payable.receivedDocument);
    return note ? [{ payable, note }] : [];
  });
}

/** The same of one. */
export async function withNote(em: EntityManager, payable: Payable): Promise<PayableOfNote> {
  return { payable, note: await em.findOneOrFail(ReceivedDocument, { id: payable.receivedDocument }) };
}
