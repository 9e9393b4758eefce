import type { Fault } from '../../faults.ts';
import type { GoodsPayload } from '../payload.ts';

/** Faults of an NFC-e that do not depend on the buyer: it is a sale at the counter or a home delivery, paid at once. */
export function checkConsumerNote(payload: GoodsPayload): Fault[] {
  if (payload.type !== 'NFCE') return [];
  const { purpose, operationType, finalConsumer, presence, referencedDocuments, duplicates } = payload;
  const faults = checkPayments(payload);
  const refuse = (path: string, message: string) => faults.push({ code: 'validation_error', path, message });
  if (operationType === 'IN') refuse('operationType', 'A NFC-e é sempre de saída: não envie operationType IN.');
  if (purpose && purpose !== 'NORMAL') refuse('purpose', 'A NFC-e só tem finalidade NORMAL: use uma NF-e.');
  if (finalConsumer === false) refuse('finalConsumer', 'A NFC-e é sempre para consumidor final: não envie false.');
  if (presence && !['1', '4', '5'].includes(presence)) {
    const message =
      'Na NFC-e presence é 1 (presencial), 4 (entrega em domicílio) ou 5 (presencial, fora da loja) (rejeição 717).';
    refuse('presence', message);
  }
  if (referencedDocuments && referencedDocuments.length > 0) {
    refuse('referencedDocuments', 'A NFC-e não se refere a outras notas: não envie referencedDocuments.');
  }
  if (duplicates && duplicates.length > 0) {
    refuse('duplicates', 'A NFC-e não tem parcelas: diga em payments como ela foi paga, ou use uma NF-e.');
  }
  return faults;
}

/** Rule YA02-40 (899): an NFC-e always says how it was paid. */
function checkPayments({ payments }: GoodsPayload): Fault[] {
  if (!payments || payments.length === 0) {
    const message = 'A NFC-e diz como foi paga: informe payments.';
    return [{ code: 'validation_error', path: 'payments', message }];
  }
  if (!payments.some(({ method }) => method === 'NO_PAYMENT')) return [];
  const message = 'A NFC-e não sai sem pagamento: troque NO_PAYMENT pelo meio usado.';
  return [{ code: 'invalid_payments', path: 'payments', message }];
}
