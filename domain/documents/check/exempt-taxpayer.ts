import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ItemInput } from '../payload.ts';

/** States without taxpayers that need no registration (rule E16a-30, 805, NT 2025.001 v1.03; inside the state since 2025-10-13). */
const refusing = new Set('AL AM BA CE DF ES GO MG MS MT PB PE RJ RN RS SE SP'.split(' '));
const untaxed = new Set(['40', '41', '103', '300', '400']);

/** A line's resolved taxes, and the ICMS-ST that was retained on it before. */
type Line = { trace: TaxTrace; retainedSt: ItemInput['retainedSt'] };

/**
 * A recipient who is said to be a taxpayer without registration, in a state that has none; refused unless an item has ICMS-ST, charged or
 * retained before, or nothing is taxed. Whether the authority wants the latter of every item its rule does not say: of every one here.
 */
export function checkExemptTaxpayer(client: ClientSnapshot, operation: Operation, lines: Line[]): Fault[] {
  const state = client.address?.state;
  if (client.taxpayerType !== 'ISENTO' || operation.destination === '3' || !state || !refusing.has(state)) return [];
  if (lines.some(({ trace, retainedSt }) => trace.icmsStRate || retainedSt)) return [];
  if (lines.every(({ trace }) => untaxed.has(textOf(trace, 'icmsSituation')))) return [];
  const message =
    `${state} não tem contribuinte isento de inscrição estadual (rejeição 805): envie taxpayerType NAO_CONTRIBUINTE, ou ` +
    'CONTRIBUINTE com a inscrição dele em stateRegistration.';
  return [{ code: 'validation_error', path: 'client.taxpayerType', message }];
}
