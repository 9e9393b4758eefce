import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { findPayable, type PayableOfNote, withNote } from './find-received.ts';

/** An earlier payment is a typing error: it would be before the year of the first NF-e. */
const firstDay = '2006-01-01';

/**
 * Stores the day on which a payable was paid; a day that was stored before is replaced.
 *
 * @param paidOn AAAA-MM-DD; today in Brasília time where absent
 * @throws NotFound
 * @throws DomainError `validation_error` for a future day, `invalid_state` where nothing is owed any more
 */
export function payPayable(orm: Orm, company: ActingCompany, id: string, paidOn?: string): Promise<PayableOfNote> {
  const today = brasiliaDay(new Date());
  refuseAny(checkDay(paidOn, today));
  return changed(orm, company, { id, action: 'PAYABLE_PAID' }, (payable) => {
    if (payable.status === 'CANCELLED') {
      throw new DomainError(
        'invalid_state',
        'Esta conta está CANCELLED: a nota foi cancelada ou recusada, e não há o que pagar.',
      );
    }
    payable.pay(paidOn ?? payable.paidOn ?? today);
  });
}

/** Withdraws a payment: the payable is open again, or cancelled where its note is not valid. @throws NotFound */
export function takePaymentBack(orm: Orm, company: ActingCompany, id: string): Promise<PayableOfNote> {
  return changed(orm, company, { id, action: 'PAYABLE_PAYMENT_TAKEN_BACK' }, (payable) => payable.takePaymentBack());
}

function checkDay(day: string | undefined, today: string): Fault[] {
  if (day === undefined || (day >= firstDay && day <= today)) return [];
  const message = day > today ? 'A data do pagamento está no futuro.' : `A data do pagamento é anterior a ${firstDay}.`;
  return [{ code: 'validation_error', path: 'paidOn', message }];
}

function changed(
  orm: Orm,
  company: ActingCompany,
  { id, action }: { id: string; action: 'PAYABLE_PAID' | 'PAYABLE_PAYMENT_TAKEN_BACK' },
  change: (payable: Payable) => void,
): Promise<PayableOfNote> {
  return inCompany(orm, company.id, async (em: EntityManager) => {
    const { receivedDocument } = await findPayable(em, id);
    // The note is locked before its payables, as by whoever stores a cancellation or a manifestation: in the other order the two could deadlock.
    await em.findOneOrFail(ReceivedDocument, { id: receivedDocument }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payable = await findPayable(em, id, { refresh: true });
    change(payable);
    recordFor(em, company, action, payable.id, { paidOn: payable.paidOn ?? null });
    await em.flush();
    await settlePayables(em, [payable.receivedDocument]);
    await em.refresh(payable);
    return withNote(em, payable);
  });
}

/**
 * Sets the status of the payables of received notes as it follows from the notes, in the transaction that changes a note or a payment. A payable
 * that the same transaction created is younger than its `now()`, so that `updated_at` is never before `created_at`.
 */
export async function settlePayables(em: EntityManager, receivedDocumentIds: string[]): Promise<void> {
  if (receivedDocumentIds.length === 0) return;
  await em.execute(
    `update payable p set status = ${Payable.standing}, updated_at = greatest(p.created_at, now())
     from received_document d
     where d.id = p.received_document_id and d.id in (?) and p.status <> ${Payable.standing}`,
    [receivedDocumentIds],
  );
}

/** Payables due in a period: how many, and their total in reais. */
export type PayableSum = { count: number; amount: string };

/** What a company still owes: overdue on a day, due within a week from it, and all of it. */
export type PayableSums = { overdue: PayableSum; week: PayableSum; open: PayableSum };

/** What the company owes in an environment, read from an index. `em` sees one company (`inCompany`). @param today AAAA-MM-DD */
export async function payableSums(em: EntityManager, environment: Environment, today: string): Promise<PayableSums> {
  const part = (name: string, where: string): string =>
    `count(*) filter (where ${where})::int as ${name}_count, coalesce(sum(amount) filter (where ${where}), 0)::text as ${name}_amount`;
  type Row = Record<`${keyof PayableSums}_count`, number> & Record<`${keyof PayableSums}_amount`, string>;
  const [row] = await em.execute<Row[]>(
    `select ${part('overdue', 'due_date < day.today')}, ${part('week', 'due_date between day.today and day.today + 6')}, ${part('open', 'true')}
     from payable cross join (select ?::date as today) day where environment = ? and status = 'OPEN'`,
    [today, environment],
  );
  const sumOf = (name: keyof PayableSums): PayableSum => ({
    count: row?.[`${name}_count`] ?? 0,
    amount: row?.[`${name}_amount`] ?? '0',
  });
  return { overdue: sumOf('overdue'), week: sumOf('week'), open: sumOf('open') };
}
