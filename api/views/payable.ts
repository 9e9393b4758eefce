import type { PayableOfNote } from '../../operations/received/find-received.ts';
import type { Schema } from '../operations.ts';

/** What the company owes for a received note, by one installment. */
export function payableView({ payable, note }: PayableOfNote): Schema<'Payable'> {
  const { id, status, number, dueDate, amount, paidOn, supplierTaxId: taxId, supplierName: name } = payable;
  return {
    id,
    status,
    number: number ?? null,
    dueDate,
    amount,
    paidOn: paidOn ?? null,
    supplier: { taxId, name },
    receivedDocument: {
      id: note.id,
      accessKey: note.accessKey,
      model: note.model,
      number: note.number ?? null,
      series: note.series ?? null,
    },
    createdAt: payable.createdAt.toISOString(),
    updatedAt: payable.updatedAt.toISOString(),
  };
}
