import type { ComputedGoods, ComputedServiceContent, Document } from '../../domain/documents/document.entity.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import type { DocumentInFull } from '../../operations/documents/find-document.ts';
import type { Schema } from '../operations.ts';
import { duplicateViews, paymentViews } from './charges.ts';
import { itemViews } from './document-item.ts';
import { documentView } from './document.ts';
import { eventAboutView } from './event-about.ts';
import { placeView } from './place.ts';
import { ownRejection, rejectionByCode } from './rejection.ts';
import { replacementView, serviceView } from './service-details.ts';
import { goodsTotals, noTotals, totalsOfService } from './tax-totals.ts';
import { particularsView } from './goods-particulars.ts';
import { tradeView } from './trade.ts';
import { transportView } from './transport.ts';

/** Who reads a document: its company, and the path below which the caller finds the company's resources. */
export type DocumentReader = { company: Pick<ActingCompany, 'name'>; base: string };

/** A document with all its fields, as the answer to a request for one document. */
export function documentDetailView(
  { document, payload, computed, events, contingency }: DocumentInFull,
  { company, base }: DocumentReader,
): Schema<'FiscalDocumentDetail'> {
  // One of `goods` and `asked` is null, and so is one of `note` and `service`, or both before the computation: a service has no fields of goods, and
  // goods have none of a service.
  const [goods, asked] = payload.type === 'NFSE' ? [null, payload] : [payload, null];
  const [note, service] = computed?.model ? [computed, null] : [null, computed];
  const items = itemViews(document, payload, computed);
  return {
    ...documentView({ document, contingency }, base),
    nfseNumber: document.nfseNumber ?? null,
    verificationCode: document.verificationCode ?? null,
    protocolNumber: document.protocolNumber ?? null,
    rejection: rejectionView(document),
    cancellationReason: document.cancellationReason ?? null,
    cancellationDate: document.cancellationDate?.toISOString() ?? null,
    cStat: document.cStat ?? null,
    alerts: document.alerts ?? [],
    operationNature: payload.operationNature || null,
    rtcCreditType: goods?.rtcCreditType ?? null,
    rtcDebitType: goods?.rtcDebitType ?? null,
    referencedAccessKey: goods?.referencedAccessKey ?? null,
    additionalInfo: computed?.additionalInfo ?? payload.additionalInfo ?? null,
    mailTo: payload.mailTo ?? [],
    items,
    payments: paymentViews(goods, note),
    change: note?.change ?? null,
    duplicates: duplicateViews(goods, note),
    transport: transportView(goods?.transport),
    delivery: placeView(note?.delivery ?? goods?.delivery),
    pickup: placeView(note?.pickup ?? goods?.pickup),
    ...tradeView(goods),
    ...particularsView(goods),
    service: asked && serviceView(asked, service),
    replaces: replacementView(asked?.replaces),
    taxTotals: totalsView(note, service, items),
    events: events.map(eventAboutView),
    issuedBy: document.issuedByOffice
      ? { kind: 'OFFICE', name: document.issuedByOffice }
      : { kind: 'COMPANY', name: company.name },
    runId: document.runId ?? null,
  };
}

/** The totals of IBS and CBS are shown where the items show theirs; their sums only where a line has amounts that add up to them. */
function totalsView(
  note: ComputedGoods | null,
  service: ComputedServiceContent | null,
  items: readonly Schema<'DocumentItem'>[],
): Schema<'TaxTotals'> {
  const told = { totals: items.some(({ ibsCbs }) => ibsCbs), sums: items.some(({ ibsCbs }) => ibsCbs?.amounts) };
  if (service) return totalsOfService(service.amounts, told);
  return note ? goodsTotals(note.totals, told) : noTotals;
}

/**
 * A rejection explained; null unless the document is REJECTED. The reason is the authority's only where it begins with the row's cStat: an attempt
 * that an operator ended keeps the cStat of an earlier answer.
 */
function rejectionView({ type, status, cStat, rejectionReason }: Document): Schema<'Rejection'> | null {
  if (status !== 'REJECTED') return null;
  const words = rejectionReason ?? '';
  const start = `${cStat} - `;
  return cStat && words.startsWith(start)
    ? rejectionByCode(cStat, words.slice(start.length))
    : ownRejection(type, words);
}
