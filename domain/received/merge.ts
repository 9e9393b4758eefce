import type { NoteArrival } from './arrival.ts';
import {
  type DistributionSource,
  type NoteSchemaType,
  type NoteStatus,
  noteStatuses,
  type Role,
  roles,
} from './kinds.ts';

/**
 * The state of a note's row after a further version. It does not depend on the order in which versions come. The best version gives the facts: a
 * complete one before a summary, then the one with the higher NSU; two with the same NSU are one version. Status and role never go back: a cancelled
 * note stays cancelled, and whoever got a summary is the recipient.
 */
export function mergeNote(
  known: NoteState | null,
  { arrival, nsu, role }: { arrival: NoteArrival; nsu: bigint; role: Role },
): NoteState {
  const came = stateOf(arrival, nsu, role);
  if (!known) return came;
  const best = isBetter(came, known) ? came : known;
  return {
    ...best,
    status: later(noteStatuses, known.status, came.status),
    role: earlier(roles, known.role, came.role),
  };
}

function stateOf(arrival: NoteArrival, nsu: bigint, role: Role): NoteState {
  const { model, schemaType, accessKey, issuer, number, series, totalValue, emissionDate, status, protocol } = arrival;
  const hasFullXml = schemaType !== 'RES_NFE';
  return {
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
    role,
    status,
    protocol,
  };
}

function isBetter(came: NoteState, known: NoteState): boolean {
  return came.hasFullXml === known.hasFullXml ? came.nsu > known.nsu : came.hasFullXml;
}

function earlier<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) < order.indexOf(other) ? one : other;
}

function later<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** The state of a note's row: the facts of its best version, and the status and role from all versions and events. */
export type NoteState = {
  model: DistributionSource;
  schemaType: NoteSchemaType;
  /** NSU of the best version. */
  nsu: bigint;
  hasFullXml: boolean;
  accessKey: string;
  issuer: { taxId: string; name: string };
  number: string;
  series: string;
  totalValue: string;
  emissionDate: Date;
  role: Role;
  status: NoteStatus;
  /** nProt; nDFSe for an NFS-e. */
  protocol: string | null;
};
