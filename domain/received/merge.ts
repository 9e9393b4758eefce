import type { NoteState } from './note-state.ts';
import type { NoteArrival } from './reading/arrival.ts';
import type { NoteStatus, Role } from './words.ts';

/** From the least to what stands above everything else that is said of a note. */
const statusOrder: readonly NoteStatus[] = ['AUTHORIZED', 'DENIED', 'CANCELLED'];

/** Events after which a note is void: by its issuer, by substitution, by the municipality (MOC 7.0; NFS-e Anexo II v1.01). */
const cancellingCodes = ['110111', '110112', '101101', '105102', '105104', '305101'];

/** Whether a registered event of this tpEvento makes its note void. */
export function isCancelling(code: string): boolean {
  return cancellingCodes.includes(code);
}

/** One version of a note as it came. */
export type Version = { arrival: NoteArrival; nsu: bigint; role: Role };

/**
 * The state of a note once one more version of it came. A complete XML takes the place of a summary and never gives it back; of two of a kind
 * the one with the higher NSU counts. What ends a note holds, whichever version says it, so that every order of versions comes to the same.
 */
export function mergeNote(known: NoteState | null, { arrival, nsu, role }: Version): NoteState {
  const { model, schemaType, accessKey, issuer, number, series, totalValue, emissionDate, protocol } = arrival;
  const hasFullXml = schemaType !== 'RES_NFE';
  const facts = {
    model,
    schemaType,
    nsu,
    hasFullXml,
    accessKey,
    issuer,
    number,
    series,
    totalValue,
    emissionDate,
    protocol,
  };
  const status = known ? worse(known.status, arrival.status) : arrival.status;
  if (!known) return { ...facts, role, status };
  const isBetter = hasFullXml === known.hasFullXml ? nsu >= known.nsu : hasFullXml;
  return isBetter ? { ...facts, role, status } : { ...known, status };
}

/** The status of a note with the events that are known of it. */
export function applyEvents(status: NoteStatus, events: { eventCode: string }[]): NoteStatus {
  return events.some(({ eventCode }) => isCancelling(eventCode)) ? worse(status, 'CANCELLED') : status;
}

function worse(one: NoteStatus, other: NoteStatus): NoteStatus {
  return statusOrder.indexOf(one) >= statusOrder.indexOf(other) ? one : other;
}
