import type { ComputedGoods, ComputedServiceContent, Document } from '../../domain/documents/document.entity.ts';
import type { ActingCompany } from '../../operations/acting-company.ts';
import type { DocumentInFull } from '../../operations/documents/find-document.ts';
import type { Schema } from '../operations.ts';
import { duplicateViews, paymentViews } from './charges.ts';
import { eventAboutView } from './event-about.ts';
import { itemViews } from './document-item.ts';
import { documentView } from './document.ts';
import { placeView } from './place.ts';
import { ownRejection, rejectionByCode } from './rejection.ts';
import { replacementView, serviceView } from './service-details.ts';
import { noServiceTotals, serviceTotals } from './service-totals.ts';
import { tradeView } from './trade.ts';
import { transportView } from './transport.ts';
import { waitingDocumentView } from './waiting.ts';

/** Who reads a document: its company, and below which path the company's resources are for the caller. */
export type Reader = { company: Pick<ActingCompany, 'name'>; base: string };

/** A document whole. */
export function documentDetailView(
  { document, payload, computed, events }: DocumentInFull,
  { company, base }: Reader,
): Schema<'FiscalDocumentDetail'> {
  // A service has no field of goods, neither as asked for nor as computed, nor goods one of a service.
  const [goods, asked] = payload.type === 'NFSE' ? [null, payload] : [payload, null];
  const [note, service] = computed?.model ? [computed, null] : [null, computed];
  const items = itemViews(document, payload, computed);
  return {
    ...documentView(document, base),
    nfseNumber: document.nfseNumber ?? null,
    verificationCode: document.verificationCode ?? null,
    protocolNumber: document.protocolNumber ?? null,
    rejection: rejectionView(document),
    cancellationReason: document.cancellationReason ?? null,
    cancellationDate: document.cancellationDate?.toISOString() ?? null,
    cStat: document.cStat ?? null,
    waiting: waitingDocumentView(document),
    alerts: document.alerts ?? [],
    operationNature: payload.operationNature || null,
    rtcCreditType: goods?.rtcCreditType ?? null,
    rtcDebitType: goods?.rtcDebitType ?? null,
    referencedAccessKey: goods?.referencedAccessKey ?? null,
    additionalInfo: computed?.additionalInfo ?? payload.additionalInfo ?? null,
    items,
    payments: paymentViews(goods, note),
    change: note?.change ?? null,
    duplicates: duplicateViews(goods, note),
    transport: transportView(goods?.transport),
    delivery: placeView(note?.delivery ?? goods?.delivery),
    pickup: placeView(note?.pickup ?? goods?.pickup),
    ...tradeView(goods),
    service: asked && serviceView(asked, service),
    replaces: replacementView(asked?.replaces),
    taxTotals: service ? serviceTotalsView(service, items) : taxTotalsView(note, items),
    events: events.map(eventAboutView),
    issuedBy: document.issuedByOffice
      ? { kind: 'OFFICE', name: document.issuedByOffice }
      : { kind: 'COMPANY', name: company.name },
    runId: document.runId ?? null,
  };
}

/** The totals of IBS and CBS are shown where a line shows the amounts that add up to them. */
function taxTotalsView(note: ComputedGoods | null, items: readonly Schema<'DocumentItem'>[]): Schema<'TaxTotals'> {
  const totals = note?.totals;
  const hasAmounts = items.some(({ ibsCbs }) => ibsCbs?.amounts);
  return {
    icms: totals?.icms ?? null,
    icmsSt: totals?.st ?? null,
    ipi: totals?.ipi ?? null,
    importTax: totals?.importTax ?? null,
    pis: totals?.pis ?? null,
    cofins: totals?.cofins ?? null,
    fcp: totals?.fcp ?? null,
    approximateTaxes: totals?.approximateTaxes ?? null,
    icmsExempted: totals?.icmsExempted ?? null,
    rtcIbsTotal: (hasAmounts && totals?.ibsCbs?.ibs) || null,
    rtcCbsTotal: (hasAmounts && totals?.ibsCbs?.cbs) || null,
    ...noServiceTotals,
  };
}

function serviceTotalsView(
  { amounts }: ComputedServiceContent,
  items: readonly Schema<'DocumentItem'>[],
): Schema<'TaxTotals'> {
  const { pis, cofins, ibsCbs } = amounts;
  const hasAmounts = items.some((item) => item.ibsCbs?.amounts);
  return {
    ...{ icms: null, icmsSt: null, ipi: null, importTax: null, fcp: null, approximateTaxes: null, icmsExempted: null },
    ...{ pis, cofins },
    rtcIbsTotal: (hasAmounts && ibsCbs?.ibsValue) || null,
    rtcCbsTotal: (hasAmounts && ibsCbs?.cbsValue) || null,
    ...serviceTotals(amounts),
  };
}

/**
 * A rejection explained; null unless the document is REJECTED. Only words that begin with the row's cStat are the authority's: an attempt that
 * an operator ended keeps the code of an earlier answer.
 */
function rejectionView({ type, status, cStat, rejectionReason }: Document): Schema<'Rejection'> | null {
  if (status !== 'REJECTED') return null;
  const words = rejectionReason ?? '';
  const start = `${cStat} - `;
  return cStat && words.startsWith(start)
    ? rejectionByCode(cStat, words.slice(start.length))
    : ownRejection(type, words);
}
