import { DateTime } from 'luxon';
import { type Fault, refusal } from '../../faults.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { adjustmentKindOf } from '../../taxation/adjustments.ts';
import type { FreightType, GoodsPayload } from '../payload.ts';
import { checkDate } from './forms.ts';

/**
 * How many days after its issue goods may move (B10-20), by how many minutes a caller's clock may be behind, and within how many months they are
 * delivered.
 */
const longestExitDays = 30;
const clockToleranceMinutes = 5;
const longestDeliveryMonths = 3;

/** Kinds of freight in which the seller does not deliver the goods (B10a-50). */
const withoutDelivery: ReadonlySet<FreightType> = new Set(['RECIPIENT', 'OWN_RECIPIENT', 'NO_FREIGHT']);

/** Faults of form of the moment when goods move, and of the day when they are expected. */
export function checkMovement(payload: GoodsPayload): Fault[] {
  const { type, movementDateTime, expectedDeliveryDate } = payload;
  if (type === 'NFCE') {
    const message = (code: string) =>
      `A NFC-e não diz quando a mercadoria sai nem chega (rejeição ${code}): não envie este campo.`;
    return [
      ...(movementDateTime ? [refusal('movementDateTime', message('705'))] : []),
      ...(expectedDeliveryDate ? [refusal('expectedDeliveryDate', message('1153'))] : []),
    ];
  }
  return [
    ...(movementDateTime && !DateTime.fromISO(movementDateTime).isValid
      ? [refusal('movementDateTime', 'Informe uma data e hora que existe, como 2026-11-21T14:30:00-03:00.')]
      : []),
    ...(expectedDeliveryDate ? checkExpected(payload, expectedDeliveryDate) : []),
  ];
}

/** Rules B10a-40 and B10a-50 (NT 2025.002). */
function checkExpected(payload: GoodsPayload, date: string): Fault[] {
  const path = 'expectedDeliveryDate';
  const faults = checkDate(date, path);
  const { purpose, transport } = payload;
  if (adjustmentKindOf(payload) || purpose === 'COMPLEMENTARY' || purpose === 'ADJUSTMENT') {
    faults.push(refusal(path, 'Só uma venda ou devolução prevê a entrega (rejeição 1156): não envie este campo.'));
  }
  if (withoutDelivery.has(transport?.freightType ?? 'NO_FREIGHT')) {
    const message =
      'Só prevê a entrega quem a faz: envie transport.freightType SENDER, THIRD_PARTY ou OWN_SENDER (rejeição 1157), ou não envie este campo.';
    faults.push(refusal(path, message));
  }
  return faults;
}

/** Faults of the same two fields by the moment of issue. Their form is already checked. */
export function checkMovementAt(
  { operationType, movementDateTime, expectedDeliveryDate }: GoodsPayload,
  { on, state }: { on: Date; state: string },
): Fault[] {
  const issued = DateTime.fromJSDate(on);
  const moved = movementDateTime ? DateTime.fromISO(movementDateTime) : issued;
  const faults: Fault[] = [];
  if (moved > issued.plus({ days: longestExitDays })) {
    const message = `A mercadoria se move até ${longestExitDays} dias depois da emissão (rejeição 504): acerte a data, ou emita mais tarde.`;
    faults.push(refusal('movementDateTime', message));
  }
  if (operationType !== 'IN' && moved < issued.minus({ minutes: clockToleranceMinutes })) {
    const message = 'A mercadoria não sai antes de a nota ser emitida (rejeição 506): acerte a data, ou não a envie.';
    faults.push(refusal('movementDateTime', message));
  }
  if (!expectedDeliveryDate) return faults;
  const [first, last] = [moved, moved.plus({ months: longestDeliveryMonths })].map((at) =>
    fiscalDay(at.toJSDate(), state),
  );
  if (first !== undefined && expectedDeliveryDate < first) {
    faults.push(refusal('expectedDeliveryDate', 'A entrega não é prevista para antes da saída (rejeição 1155).'));
  }
  if (last !== undefined && expectedDeliveryDate > last) {
    const message = `A entrega é prevista para até ${longestDeliveryMonths} meses depois da saída (rejeição 1154).`;
    faults.push(refusal('expectedDeliveryDate', message));
  }
  return faults;
}
