import type { RequiredEntityData } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { Payable } from '../../domain/received/payable.entity.ts';
import { type EventArrival, type NoteArrival, cancels, issuerOfKey, roleOf } from '../../domain/received/arrival.ts';
import { manifestationOf } from '../../domain/received/manifestations.ts';
import { mergeNote } from '../../domain/received/merge.ts';
import { payablesOf } from '../../domain/received/payables.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { OpenedLot, OpenedEntry, ReadEntry } from './open-lot.ts';

/** Ids of received notes, by what a lot changed about them. */
export type LotChanges = {
  created: string[];
  /** Notes that were known before and now have their complete XML or are cancelled. */
  updated: string[];
  /** Notes addressed to the company that this lot shows as cancelled by their suppliers. */
  cancelled: string[];
  /** Notes of the lot about which manifestations came by the distribution, in this lot or before. */
  manifested: string[];
  /** New summaries of notes that are addressed to the company. */
  summaries: string[];
  /** Notes whose status or manifestations may end, or bring back, what is owed for them. */
  unsettled: string[];
};

/**
 * The rows of the notes in a lot, and of the events of each. Every entry finds its row, or gets one; the result is the same in whatever order the
 * entries come.
 */
export class ReceivedRows {
  private readonly lot: OpenedLot;
  private readonly notes = new Map<string, ReceivedDocument>();
  private readonly events = new Map<string, ReceivedDocument[]>();
  private readonly keys = new Set<string>();
  private readonly created = new Set<string>();
  /** Ids of rows that were cancelled by the supplier before this lot. */
  private readonly cancelledBefore = new Set<string>();
  private readonly updated = new Set<string>();
  private readonly completed: { row: ReceivedDocument; arrival: NoteArrival }[] = [];

  /** @param known rows of the lot's access keys that exist already */
  constructor(lot: OpenedLot, known: ReceivedDocument[]) {
    this.lot = lot;
    for (const row of known) {
      if (isCancelledBySupplier(row)) this.cancelledBefore.add(row.id);
      if (row.eventCode === '') this.notes.set(row.accessKey, row);
      else this.eventsOf(row.accessKey).push(row);
    }
  }

  /** Puts an entry into its row; null where it has none, because it could not be read or is the company's own. */
  take(em: EntityManager, entry: OpenedEntry): ReceivedDocument | null {
    if (!('arrival' in entry)) return null;
    const { arrival } = entry;
    if (isOwn(arrival, this.lot.companyTaxId)) return null;
    this.keys.add(arrival.accessKey);
    return arrival.kind === 'note' ? this.takeNote(em, entry, arrival) : this.takeEvent(em, entry, arrival);
  }

  /** Applies events to their notes, once all entries are taken. */
  agree(): void {
    for (const key of this.keys) {
      const note = this.notes.get(key);
      const events = this.eventsOf(key);
      if (!note) continue;
      const isCancelled = events.some(({ model, eventCode: code }) => cancels({ model, code }));
      if (isCancelled && note.cancel() && !this.created.has(note.id)) this.updated.add(note.id);
      for (const event of events) event.takeFromNote(note);
    }
  }

  /** What the company owes for notes that are addressed to it and became complete with this lot. */
  payables(createdAt: Date): (RequiredEntityData<Payable> & { id: string })[] {
    const { company, environment } = this.lot.distribution;
    return this.completed.flatMap(({ row, arrival }) => {
      if (row.role !== 'RECIPIENT') return [];
      const { taxId: supplierTaxId, name: supplierName } = arrival.issuer;
      const of = { company, environment, receivedDocument: row.id, supplierTaxId, supplierName };
      return payablesOf(arrival).map((owed, at) => {
        return { id: uuid(), ...of, position: at + 1, ...owed, createdAt, updatedAt: createdAt };
      });
    });
  }

  changed(): LotChanges {
    const notes = [...this.keys].flatMap((key) => this.notes.get(key) ?? []);
    const idsOf = (which: (row: ReceivedDocument) => boolean): string[] => notes.filter(which).map(({ id }) => id);
    const isManifested = ({ accessKey }: ReceivedDocument): boolean =>
      this.eventsOf(accessKey).some(({ eventCode }) => manifestationOf(eventCode) !== null);
    return {
      created: [...this.created],
      updated: [...this.updated],
      cancelled: idsOf((row) => isCancelledBySupplier(row) && !this.cancelledBefore.has(row.id)),
      manifested: idsOf(isManifested),
      summaries: idsOf(
        ({ id, schemaType, role }) => this.created.has(id) && schemaType === 'RES_NFE' && role === 'RECIPIENT',
      ),
      unsettled: idsOf((row) => row.status !== 'AUTHORIZED' || Boolean(row.manifestation) || isManifested(row)),
    };
  }

  private takeNote(em: EntityManager, { nsu, signature }: ReadEntry, arrival: NoteArrival): ReceivedDocument {
    const { distribution, companyTaxId, receivedAt } = this.lot;
    const known = this.notes.get(arrival.accessKey);
    const hadFullXml = known?.hasFullXml ?? false;
    const wasCancelled = known?.status === 'CANCELLED';
    const next = mergeNote(known ? known.note() : null, { arrival, nsu, role: roleOf(arrival, companyTaxId) });
    const row = known ?? em.create(ReceivedDocument, ReceivedDocument.ofNote(distribution, next, receivedAt));
    if (!known) this.created.add(row.id);
    row.applyNote(next);
    if (next.nsu === nsu) row.recordSignature(signature);
    if (next.hasFullXml && !hadFullXml) {
      this.completed.push({ row, arrival });
      if (known && !this.created.has(row.id)) this.updated.add(row.id);
    }
    const isCancelledNow = next.status === 'CANCELLED' && !wasCancelled;
    if (known && isCancelledNow && !this.created.has(row.id)) this.updated.add(row.id);
    this.notes.set(arrival.accessKey, row);
    return row;
  }

  private takeEvent(em: EntityManager, { nsu, signature }: ReadEntry, arrival: EventArrival): ReceivedDocument {
    const { distribution, receivedAt } = this.lot;
    const { accessKey, code, sequence } = arrival;
    const rows = this.eventsOf(accessKey);
    const known = rows.find((row) => row.eventCode === code && row.eventSequence === sequence);
    const facts = { arrival, nsu, issuerTaxId: issuerOfKey(arrival.model, accessKey) };
    const row = known ?? em.create(ReceivedDocument, ReceivedDocument.ofEvent(distribution, facts, receivedAt));
    if (!known) rows.push(row);
    if (row.applyEvent(facts)) row.recordSignature(signature);
    return row;
  }

  private eventsOf(accessKey: string): ReceivedDocument[] {
    const events = this.events.get(accessKey) ?? [];
    this.events.set(accessKey, events);
    return events;
  }
}

/** Whether a note that is addressed to the company was cancelled. */
function isCancelledBySupplier({ eventCode, status, role }: ReceivedDocument): boolean {
  return eventCode === '' && status === 'CANCELLED' && role === 'RECIPIENT';
}

/** Whether an entry is the company's own: the ADN also sends issuers their own notes and events, which are not received documents (decision 43). */
function isOwn(arrival: NoteArrival | EventArrival, companyTaxId: string): boolean {
  if (arrival.kind === 'note') return arrival.issuer.taxId === companyTaxId;
  return arrival.author === companyTaxId && issuerOfKey(arrival.model, arrival.accessKey) === companyTaxId;
}
