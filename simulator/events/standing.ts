import type { EventRecord, NoteRecord } from '../register/records.ts';

const authorized = [100, 120, 150];
const cancellations = ['110111', '110112'];
const receipt = '110130';
const receiptRemoval = '110131';
const confirmation = '210200';
const disowning = '210220';
const conclusions = [confirmation, disowning, '210240'];
const manifestations = ['210210', ...conclusions];

/** The event that cancelled a note, if one did. */
export function cancellationOf(events: readonly EventRecord[]): EventRecord | undefined {
  return events.find(({ tpEvento }) => cancellations.includes(tpEvento));
}

/** Whether a note was authorized, and not denied. */
export function isAuthorized(note: NoteRecord): boolean {
  return authorized.includes(note.cStat);
}

/** Whether a note was authorized and not cancelled since. */
export function isStanding(note: NoteRecord | undefined, events: readonly EventRecord[]): boolean {
  return note !== undefined && isAuthorized(note) && cancellationOf(events) === undefined;
}

/** The delivery receipt that was registered and not removed: a removal has the sequence of its receipt. */
export function standingReceipt(events: readonly EventRecord[]): EventRecord | undefined {
  const removed = events.filter(({ tpEvento }) => tpEvento === receiptRemoval).map(({ nSeqEvento }) => nSeqEvento);
  return events.find(({ tpEvento, nSeqEvento }) => tpEvento === receipt && !removed.includes(nSeqEvento));
}

/** The recipient's conclusions about the operation, in order; the last one counts. */
export function conclusionsOf(events: readonly EventRecord[]): EventRecord[] {
  return events.filter(({ tpEvento }) => conclusions.includes(tpEvento));
}

/** Whether the recipient's last word is that the operation took place. */
export function isConfirmed(events: readonly EventRecord[]): boolean {
  return conclusionsOf(events).at(-1)?.tpEvento === confirmation;
}

/** Whether an event is what the recipient says of the note. */
export function isManifestation({ tpEvento }: EventRecord): boolean {
  return manifestations.includes(tpEvento);
}

/** Whether an event frees the whole note for its recipient: any manifestation, unless it disowns the operation. */
export function releasesNote(event: EventRecord): boolean {
  return isManifestation(event) && event.tpEvento !== disowning;
}
