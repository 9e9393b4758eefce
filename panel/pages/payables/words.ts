import type { PayableStatus } from '../../../domain/received/payable.entity.ts';

/** How people call where a payable stands. */
const payableWords: Record<PayableStatus, string> = {
  OPEN: 'Em aberto',
  PAID: 'Paga',
  CANCELLED: 'Cancelada',
  REVIEW: 'A conferir',
};

/** How people call several of them. */
export const payablesWords: Record<PayableStatus, string> = {
  OPEN: 'Em aberto',
  PAID: 'Pagas',
  CANCELLED: 'Canceladas',
  REVIEW: 'A conferir',
};

/** The word of a payable, as it is read from the database. */
export function standingOf({ status }: { status: PayableStatus }): string {
  return payableWords[status];
}
