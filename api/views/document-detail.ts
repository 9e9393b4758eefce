import type { ComputedContent, Document } from '../../domain/documents/document.entity.ts';
import { explainRejection } from '../../domain/sefaz/explain-rejection.ts';
import type { DocumentInFull } from '../../operations/documents/find-document.ts';
import type { Schema } from '../operations.ts';
import { duplicateViews, paymentViews } from './charges.ts';
import { documentEventView } from './document-event.ts';
import { itemViews } from './document-item.ts';
import { documentView } from './document.ts';
import { transportView } from './transport.ts';

/** A document whole. */
export function documentDetailView({
  document,
  payload,
  computed,
  events,
}: DocumentInFull): Schema<'FiscalDocumentDetail'> {
  const items = itemViews(document, payload, computed);
  return {
    ...documentView(document),
    nfseNumber: document.nfseNumber ?? null,
    verificationCode: document.verificationCode ?? null,
    protocolNumber: document.protocolNumber ?? null,
    rejectionReason: document.rejectionReason ?? null,
    rejection: rejectionView(document),
    cancellationReason: document.cancellationReason ?? null,
    cancellationDate: document.cancellationDate?.toISOString() ?? null,
    cStat: document.cStat ?? null,
    waitingFor: document.waitingFor ?? null,
    alerts: document.alerts ?? [],
    operationNature: payload.operationNature,
    rtcCreditType: payload.rtcCreditType ?? null,
    rtcDebitType: payload.rtcDebitType ?? null,
    referencedAccessKey: payload.referencedAccessKey ?? null,
    externalId: document.externalId ?? null,
    additionalInfo: computed?.additionalInfo ?? payload.additionalInfo ?? null,
    items,
    payments: paymentViews(payload, computed),
    change: computed?.change ?? null,
    duplicates: duplicateViews(payload, computed),
    transport: transportView(payload.transport),
    taxTotals: taxTotalsView(computed, items),
    events: events.map(documentEventView),
    runId: document.runId ?? null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** Those of IBS and CBS are told where a line tells what adds up to them. */
function taxTotalsView(computed: ComputedContent | null, items: readonly Schema<'Item'>[]): Schema<'TaxTotals'> {
  const totals = computed?.totals;
  const hasAmounts = items.some(({ ibsCbs }) => ibsCbs?.amounts);
  return {
    icms: totals?.icms ?? null,
    icmsSt: totals?.st ?? null,
    ipi: totals?.ipi ?? null,
    pis: totals?.pis ?? null,
    cofins: totals?.cofins ?? null,
    fcp: totals?.fcp ?? null,
    rtcIbsTotal: (hasAmounts && totals?.ibsCbs?.ibs) || null,
    rtcCbsTotal: (hasAmounts && totals?.ibsCbs?.cbs) || null,
  };
}

/**
 * A rejection explained; null unless the document is REJECTED. Only words that begin with the row's cStat are the authority's: an attempt that
 * an operator ended keeps the code of an earlier answer.
 */
function rejectionView({ status, cStat, rejectionReason }: Document): Schema<'Rejection'> | null {
  if (status !== 'REJECTED') return null;
  const words = rejectionReason ?? '';
  const start = `${cStat} - `;
  return words.startsWith(start)
    ? explainRejection(cStat ?? null, words.slice(start.length))
    : explainRejection(null, words);
}
