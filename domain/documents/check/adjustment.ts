import type { Fault } from '../../faults.ts';
import { type AdjustmentKind, adjustmentKindOf, typeField } from '../../taxation/adjustments/kinds.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkDeclared } from './declared.ts';

const directions = {
  CREDIT: { operationType: 'IN', inWords: 'de entrada', code: '1161' },
  DEBIT: { operationType: 'OUT', inWords: 'de saída', code: '1162' },
} as const;

/** Faults of a request for a note of credit or debit, and of lines with fields that only such a note may have. */
export function checkAdjustment(payload: GoodsPayload): Fault[] {
  const kind = adjustmentKindOf(payload);
  return [
    ...checkTypes(payload, kind),
    ...(kind ? checkKind(payload, kind) : []),
    ...checkDeclared(payload.items, kind),
  ];
}

function checkTypes({ rtcCreditType, rtcDebitType }: GoodsPayload, kind: AdjustmentKind | null): Fault[] {
  const refuse = (path: string, message: string): Fault[] => [{ code: 'validation_error', path, message }];
  if (rtcCreditType && rtcDebitType) {
    return refuse('rtcDebitType', 'Uma nota é de crédito ou de débito: envie só rtcCreditType ou só rtcDebitType.');
  }
  if (kind) return [];
  if (rtcCreditType)
    return refuse('rtcCreditType', `Os tipos de nota de crédito vão de 01 a 06; veio ${rtcCreditType}.`);
  return rtcDebitType ? refuse('rtcDebitType', `Os tipos de nota de débito vão de 01 a 08; veio ${rtcDebitType}.`) : [];
}

function checkKind({ type, purpose, operationType }: GoodsPayload, kind: AdjustmentKind): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push({ code: 'validation_error', path, message });
  const field = typeField(kind.purpose);
  const direction = directions[kind.purpose];
  if (type !== 'NFE') refuse(field, `Só a NF-e (modelo 55) tem notas de crédito e de débito: use type NFE.`);
  if (purpose) refuse('purpose', `A finalidade já é dita por ${field}: não envie purpose.`);
  if (operationType && operationType !== direction.operationType) {
    const note = kind.purpose === 'CREDIT' ? 'crédito' : 'débito';
    const { inWords, code } = direction;
    refuse('operationType', `A nota de ${note} é sempre ${inWords} (rejeição ${code}): não envie operationType.`);
  }
  return faults;
}
