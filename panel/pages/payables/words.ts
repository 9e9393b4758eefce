import type { PayableStatus } from '../../../domain/received/payable.entity.ts';

/** The status of a payable in words. */
const payableWords: Record<PayableStatus, string> = {
  OPEN: 'Em aberto',
  PAID: 'Paga',
  CANCELLED: 'Cancelada',
  REVIEW: 'A conferir',
};

/** The status of several payables in words. */
export const payablesWords: Record<PayableStatus, string> = {
  OPEN: 'Em aberto',
  PAID: 'Pagas',
  CANCELLED: 'Canceladas',
  REVIEW: 'A conferir',
};

/** The status of a stored payable in words. */
export function payableInWords({ status }: { status: PayableStatus }): string {
  return payableWords[status];
}
