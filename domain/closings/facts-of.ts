import type { ClientSnapshot } from '../clients/client-input.ts';
import type { NoteTotals } from '../documents/computed-note.ts';
import { chargedFor, type ServiceAmounts } from '../documents/computed-service.ts';
import type { ComputedContent, ComputedServiceContent, Document } from '../documents/document.entity.ts';
import { brasiliaDateTime } from '../fiscal-time.ts';
import { addedMoney, centsOf, moneyOfCents } from '../money.ts';
import { type DocumentFacts, type ServiceLine, type TaxesByKind, type TaxKind, taxKinds } from './facts.ts';
import { goodsLinesOf } from './goods-lines.ts';

/** The columns that a document's facts are made from. */
export type DocumentForFacts = Pick<
  Document,
  | 'id'
  | 'type'
  | 'status'
  | 'series'
  | 'number'
  | 'accessKey'
  | 'nfseNumber'
  | 'issueDateTime'
  | 'authorizationDate'
  | 'cancellationDate'
  | 'protocolNumber'
  | 'clientSnapshot'
  | 'totalValue'
  | 'computed'
>;

/**
 * The facts of a document that is or was authorized. Those of a cancelled one have neither lines nor taxes.
 *
 * @throws TypeError for a document that never was authorized
 */
export function factsOf(document: DocumentForFacts): DocumentFacts {
  const { id, type, status, series, number, accessKey } = document;
  if (status !== 'AUTHORIZED' && status !== 'CANCELLED')
    throw new TypeError(`a document that is ${status} has no facts`);
  return {
    documentId: id,
    type,
    accessKey: accessKey ?? '',
    series: series ?? 0,
    number,
    nfseNumber: document.nfseNumber ?? null,
    status,
    issuedAt: brasiliaDateTime(document.issueDateTime),
    authorizedAt: moment(document.authorizationDate),
    cancelledAt: moment(document.cancellationDate),
    protocol: document.protocolNumber ?? null,
    recipient: recipientOf(document),
    totalValue: document.totalValue,
    ...(status === 'AUTHORIZED' && document.computed ? postedAs(document.computed) : notPosted),
    pdfMissing: null,
  };
}

type Postings = Pick<DocumentFacts, 'taxes' | 'goods' | 'services'>;

const notPosted: Postings = { taxes: {}, goods: [], services: [] };

function postedAs(computed: ComputedContent): Postings {
  if (computed.model === null)
    return { taxes: taxesOfService(computed.amounts), goods: [], services: [serviceLineOf(computed)] };
  return { taxes: taxesOfNote(computed.totals), goods: goodsLinesOf(computed.items), services: [] };
}

/** The recipient that the note names; null for the consumer of an NFC-e who gave no document. */
function recipientOf({ type, computed, clientSnapshot }: DocumentForFacts): DocumentFacts['recipient'] {
  const named = computed ? namedBy(computed) : clientSnapshot;
  if (!named || (type === 'NFCE' && named.document === '')) return null;
  return { taxId: named.document || null, name: named.name };
}

function namedBy(computed: ComputedContent): ClientSnapshot | null {
  return computed.model === null ? computed.taker : computed.recipient;
}

function moment(instant: Date | null | undefined): string | null {
  return instant ? brasiliaDateTime(instant) : null;
}

/** The taxes of a note of goods, with those of the services of a conjugated note, whose contributions are not in ICMSTot (ISSQNtot). */
function taxesOfNote({ ibsCbs, issqn, ...totals }: NoteTotals): TaxesByKind {
  return charged({
    icms: totals.icms,
    icmsSt: totals.st,
    fcp: totals.fcp,
    fcpSt: totals.fcpSt,
    icmsDestination: totals.icmsDestination,
    fcpDestination: totals.fcpDestination,
    icmsExempted: totals.icmsExempted,
    icmsMono: totals.icmsMono?.value,
    icmsMonoRetained: totals.icmsMono?.retainedValue,
    importTax: totals.importTax,
    ipi: totals.ipi,
    returnedIpi: totals.returnedIpi,
    pis: addedMoney([totals.pis, issqn?.pis]),
    cofins: addedMoney([totals.cofins, issqn?.cofins]),
    ibs: ibsCbs?.ibs,
    cbs: ibsCbs?.cbs,
    selectiveTax: totals.selectiveTax,
    iss: issqn?.value,
    issWithheld: issqn?.withheld,
  });
}

/** The taxes of a service; the kinds that end in `Withheld` are what the payer keeps back. */
function taxesOfService(amounts: ServiceAmounts): TaxesByKind {
  const { csll, pisWithheld, cofinsWithheld, ibsCbs } = amounts;
  return charged({
    pis: amounts.pis,
    cofins: amounts.cofins,
    ibs: ibsCbs?.ibsValue,
    cbs: ibsCbs?.cbsValue,
    iss: amounts.iss,
    issWithheld: amounts.issWithheld,
    pisWithheld,
    cofinsWithheld,
    inssWithheld: amounts.inss,
    irrfWithheld: amounts.irrf,
    // vRetCSLL is all three contributions in one sum (NT SE/CGNFS-e 007/2026).
    csllWithheld: moneyOfCents(centsOf(csll) - centsOf(pisWithheld) - centsOf(cofinsWithheld)),
  });
}

function charged(amounts: Partial<Record<TaxKind, string | null | undefined>>): TaxesByKind {
  const taxes: TaxesByKind = {};
  for (const kind of taxKinds) {
    const amount = amounts[kind];
    if (amount && centsOf(amount) !== 0n) taxes[kind] = amount;
  }
  return taxes;
}

const nothing = '0.00';
/** CST of an NFS-e without PIS and COFINS (leiaute NFS-e 1.01), which exists in no other table. */
const noContribution = '00';

/** A service as an accountant posts it. A DPS has one service, however many items it has. */
function serviceLineOf({ amounts, fields }: Pick<ComputedServiceContent, 'amounts' | 'fields'>): ServiceLine {
  const { ibsCbs } = amounts;
  return {
    serviceCode: fields.serviceCode ?? '',
    operationValue: chargedFor(amounts),
    issBase: amounts.issBase ?? nothing,
    issRate: amounts.issRate,
    iss: amounts.iss ?? nothing,
    issWithheld: amounts.issWithheld ?? nothing,
    pisCofinsCst: fields.pisCofinsCst === noContribution ? null : (fields.pisCofinsCst ?? null),
    pisCofinsBase: amounts.pisCofinsBase ?? nothing,
    pis: amounts.pis ?? nothing,
    cofins: amounts.cofins ?? nothing,
    ibsCbsCst: fields.ibsCbsSituation ?? null,
    classification: fields.ibsCbsClassification ?? null,
    ibsCbsBase: ibsCbs?.base ?? nothing,
    ibs: ibsCbs?.ibsValue ?? nothing,
    cbs: ibsCbs?.cbsValue ?? nothing,
  };
}
