import { demoSale } from './sale.ts';

const dayMs = 86_400_000;

/** The sale of the demo, to be paid in two installments, 30 and 60 days from `today` on. */
export function demoSaleOnTerms(externalId: string, today: Date) {
  const { payments, ...sale } = demoSale(externalId);
  const total = payments.reduce((sum, { value }) => sum + Number(value), 0);
  const due = (days: number): string => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
  return {
    ...sale,
    duplicates: [30, 60].map((days) => ({ dueDate: due(days), value: (total / 2).toFixed(2) })),
  };
}
