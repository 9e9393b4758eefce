import type { EntityManager } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import type { Issue } from '../../domain/errors.ts';
import { fiscalDay } from '../../domain/fiscal-time.ts';
import { figuresOf } from '../../domain/rehearsal/figures.ts';
import { ownFindings } from '../../domain/rehearsal/findings.ts';
import { momentOn, saleOnDay, withUnlimitedPayment, paidInFull } from '../../domain/rehearsal/moved-sale.ts';
import type { ComputedSale } from '../../domain/rehearsal/sale.ts';
import { type CheckedSale, checkKept } from '../documents/check-sale.ts';
import { inCompany } from '../in-company.ts';
import { computedSale, pagesOf, type RehearsalPlan, type RehearsalSource, salesPerPage } from './rehearse.ts';

/** The authorized documents of a company since an instant, in its present environment, the oldest first. */
export async function rehearsedSales(plan: RehearsalPlan, since: Date): Promise<RehearsalSource> {
  const { orm, company } = plan;
  const which = { environment: company.environment, status: 'AUTHORIZED', issueDateTime: { $gte: since } } as const;
  const count = await inCompany(orm, company.id, (em) => em.count(Document, which));
  const read = (after: string) =>
    inCompany(orm, company.id, async (em) => {
      const documents = await em.find(
        Document,
        { ...which, id: { $gt: after } },
        { orderBy: { id: 'asc' }, limit: salesPerPage, populate: ['payload', 'computed'], disableIdentityMap: true },
      );
      const sales: ComputedSale[] = [];
      for (const document of documents) sales.push(await rehearsedDocument(em, document, plan));
      return { sales, last: documents.at(-1)?.id ?? null };
    });
  return { count, pages: () => pagesOf(read) };
}

async function rehearsedDocument(em: EntityManager, document: Document, plan: RehearsalPlan): Promise<ComputedSale> {
  const { id, type, series = null, number, externalId = null, clientSnapshot, computed, issueDateTime } = document;
  const { company, tables, on } = plan;
  const issuedOn = fiscalDay(issueDateTime, company.settings?.address.state ?? 'SP');
  const then = { total: document.totalValue, figures: computed ? figuresOf(computed) : null };
  const moved = saleOnDay(document.payload, { from: issuedOn, to: on });
  const check = (payload: DocumentPayload): Promise<CheckedSale> =>
    checkKept(em, { company: company.id, clientSnapshot, payload }, { company, rates: tables, on: momentOn(on) });
  const { checked, payload, warnings } = await paidAsItWas(check, moved, then.total);
  const name = clientSnapshot.name ?? '';
  const of = { kind: 'DOCUMENT', id, type, series, number, issuedOn, externalId, name } as const;
  const sale = computedSale(of, { checked, payload, then: then.figures }, plan);
  return { ...sale, findings: [...sale.findings, ...ownFindings('WARNING', warnings, sale.items)] };
}

type PaidSale = { checked: CheckedSale; payload: DocumentPayload; warnings: Issue[] };

/**
 * Adjusts the payments of a sale whose total is another on the day, so that it is not refused because of a total that its seller could not know.
 */
async function paidAsItWas(
  check: (payload: DocumentPayload) => Promise<CheckedSale>,
  payload: DocumentPayload,
  from: string,
): Promise<PaidSale> {
  const asItWas = { checked: await check(payload), payload, warnings: [] };
  const isUnpaid = asItWas.checked.check.faults.some(({ code }) => ofSums.has(code));
  if (payload.type === 'NFSE' || !isUnpaid) return asItWas;
  const { check: anyhow } = await check(withUnlimitedPayment(payload));
  if (anyhow.kind !== 'issuable') return asItWas;
  const paid = paidInFull(payload, { from, to: anyhow.total });
  const message =
    `O total muda de R$ ${from} para R$ ${anyhow.total}, e o ensaio mudou os pagamentos e as parcelas com ele: ` +
    'o sistema que envia a venda precisa enviar os do novo total.';
  return { checked: await check(paid), payload: paid, warnings: [{ path: 'payments', message }] };
}

const ofSums: ReadonlySet<string> = new Set(['invalid_payments', 'invalid_duplicates']);
