import { checkTexts } from '../../check-texts.ts';
import { decimalFault, rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { rateFieldNames } from '../../taxation/fields.ts';
import { type CompanyPrices, isTotalKnown, valueBeforeTaxesOf } from '../compute/value-before-taxes.ts';
import type { DocumentPayload, GoodsPayload, ItemInput, PaymentInput } from '../payload.ts';
import { checkAdjustment } from './adjustment.ts';
import { checkBuyerDetails } from './buyer-details.ts';
import { checkContributionsStForms } from './contribution-st.ts';
import { checkForeignTrade } from './foreign-trade.ts';
import { checkFreeTradeForms } from './free-trade-area.ts';
import { checkGovernmentPurchase } from './government-purchase.ts';
import { checkPrinted, type PrintedText } from './forms.ts';
import { checkExtras, checkItem, checkWholeExtras } from './item.ts';
import { checkIssqn } from './issqn.ts';
import { checkMovement } from './movement.ts';
import { checkPartedIcmsForms } from './icms-partition.ts';
import { checkNewVehicles } from './new-vehicle.ts';
import { checkOwnAmountForms } from './own-amounts.ts';
import { checkPaymentForms } from './payments.ts';
import { checkReferences } from './references.ts';
import { checkPresumedCredits } from './presumed-credit.ts';
import { checkPrintForm } from './print-form.ts';
import { checkRemarks } from './remarks.ts';
import { checkReturnedIpi } from './returns.ts';
import { servicePayloadFaults } from './service-payload.ts';
import { checkAmounts } from './total.ts';
import { checkPlaces, checkTransport } from './transport.ts';
import { checkFarmGoods, checkSugarCane } from './farm-goods.ts';
import { checkWithheldTaxes } from './withheld-taxes.ts';

/**
 * Faults of a sale that its OpenAPI schema cannot express. Installments and payments are compared with
 * the total only where that is known before taxes are resolved: `company` gives the company's tax defaults, which may add IPI or ICMS-ST, and whether
 * its prices are without IBS and CBS.
 */
export function formFaults(payload: DocumentPayload, company: CompanyPrices = {}): Fault[] {
  return payload.type === 'NFSE' ? servicePayloadFaults(payload) : goodsFaults(payload, company);
}

function goodsFaults(payload: GoodsPayload, company: CompanyPrices): Fault[] {
  const faults = payloadFaults(payload);
  return faults.length === 0 && isTotalKnown(payload, company)
    ? checkAmounts(payload, valueBeforeTaxesOf(payload))
    : faults;
}

/** Every fault of form of a sale of goods, without those of its sums. */
export function payloadFaults(payload: GoodsPayload): Fault[] {
  return [
    ...checkTexts(payload),
    ...checkPrinted(printedTexts(payload)),
    ...checkNature(payload),
    ...checkItems(payload),
    ...checkPrecision(payload),
    ...checkPaymentForms(payload),
    ...checkTransport(payload),
    ...checkAdjustment(payload),
    ...checkReferences(payload),
    ...checkPresence(payload),
    ...checkPrintForm(payload),
    ...checkPlaces(payload),
    ...checkMovement(payload),
    ...checkReturnedIpi(payload),
    ...checkConsumerNote(payload),
    ...checkForeignTrade(payload),
    ...checkBuyerDetails(payload),
    ...checkRemarks(payload),
    ...checkNewVehicles(payload),
    ...checkFarmGoods(payload),
    ...checkSugarCane(payload),
    ...checkIssqn(payload),
    ...checkPresumedCredits(payload),
    ...checkFreeTradeForms(payload),
    ...checkWithheldTaxes(payload),
    ...checkGovernmentPurchase(payload),
  ];
}

/** The nature is empty where neither the caller nor a template gives it. */
function checkNature({ operationNature, templateId }: GoodsPayload): Fault[] {
  if (operationNature !== '') return [];
  const message = templateId
    ? 'O modelo fiscal não tem natureza da operação: informe operationNature.'
    : 'Informe a natureza da operação, como "Venda de mercadoria", ou um templateId que a tenha.';
  return [refusal('operationNature', message)];
}

function checkItems(payload: GoodsPayload): Fault[] {
  const { items } = payload;
  if (items.length === 0 || items.length > 990) {
    const message = `Um documento tem de 1 a 990 itens; vieram ${items.length}.`;
    return [refusal('items', message)];
  }
  const faults = [
    ...items.flatMap((item, index) => [
      ...checkItem(item, `items[${index}]`),
      ...checkOwnAmountForms(item, `items[${index}]`),
      ...checkContributionsStForms(item, `items[${index}]`),
      ...checkPartedIcmsForms(item, `items[${index}]`),
    ]),
    ...checkWholeExtras(payload),
  ];
  return faults.length > 0 ? faults : checkExtras(payload);
}

function checkPresence(payload: GoodsPayload): Fault[] {
  const { type, presence, referencedDocuments, items, printedAs } = payload;
  const refuse = (message: string): Fault[] => [refusal('presence', message)];
  if (!presence) return [];
  if (!/^[0-59]$/.test(presence)) return refuse('presence é 0, 1, 2, 3, 4, 5 ou 9 (indPres).');
  if (type !== 'NFE' || printedAs === 'COUPON') return [];
  if (presence === '4') {
    return refuse(
      'Só a NFC-e e a NF-e em cupom dizem entrega em domicílio por presence 4 (rejeição 794): na NF-e informe delivery, e presence 2, 3 ou 9.',
    );
  }
  const namesNotes = (referencedDocuments ?? []).length > 0 || items.some(({ referencedItem }) => referencedItem);
  if (presence !== '5' || namesNotes) return [];
  return refuse(
    'A venda fora do estabelecimento (presence 5) se refere à nota da remessa (rejeição 864): informe referencedDocuments.',
  );
}

/** Forms of texts in the layout. A text that the layout requires may not consist of invisible characters alone. */
const required = { least: 1 };
const optional = { least: 0 };
const ofItems = {
  code: { ...required, most: 60 }, // I02
  description: { ...required, most: 120 }, // I04
  unit: { ...required, most: 6 }, // I09
  additionalInfo: { ...optional, most: 500 }, // V01
} as const;

/** The texts that are printed, with their forms in the layout (PL_010f v1.04). */
function printedTexts({ operationNature, items, payments, transport, additionalInfo }: GoodsPayload): PrintedText[] {
  return [
    ['operationNature', operationNature, { ...required, most: 60 }], // B04
    ...items.flatMap((item, index) => itemTexts(item, `items[${index}]`)),
    ...(payments ?? []).flatMap((payment, index) => paymentTexts(payment, `payments[${index}]`)),
    ['transport.volumeSpecies', transport?.volumeSpecies, { ...optional, most: 60 }], // X28
    ['additionalInfo', additionalInfo, { ...optional, most: 5000 }], // Z03
  ];
}

function itemTexts(item: ItemInput, path: string): PrintedText[] {
  const names = ['code', 'description', 'unit', 'additionalInfo'] as const;
  return names.map((name): PrintedText => [`${path}.${name}`, item[name], ofItems[name]]);
}

function paymentTexts({ description, card }: PaymentInput, path: string): PrintedText[] {
  return [
    [`${path}.description`, description, { ...optional, most: 60 }], // YA02a
    [`${path}.card.authorization`, card?.authorization, { ...optional, most: 128 }], // YA07
    [`${path}.card.terminal`, card?.terminal, { ...optional, most: 40 }], // YA07b
  ];
}

/** Faults of rates that have more decimals than the layout prints: a JSON number can have any. */
function checkPrecision({ items }: GoodsPayload): Fault[] {
  return items.flatMap((item, index) =>
    rateFieldNames.flatMap((name) => {
      const message = item[name] ? decimalFault(item[name], rateForm) : null;
      return message ? [refusal(`items[${index}].${name}`, message)] : [];
    }),
  );
}

/** Faults of an NFC-e that do not depend on its buyer: it is a sale at the counter or a home delivery, paid at once. */
function checkConsumerNote(payload: GoodsPayload): Fault[] {
  if (payload.type !== 'NFCE') return [];
  const { purpose, operationType, finalConsumer, presence, referencedDocuments, duplicates } = payload;
  const faults = checkConsumerPayments(payload);
  const refuse = (path: string, message: string) => faults.push(refusal(path, message));
  if (operationType === 'IN') refuse('operationType', 'A NFC-e é sempre de saída: não envie operationType IN.');
  if (purpose && purpose !== 'NORMAL') refuse('purpose', 'A NFC-e só tem finalidade NORMAL: use uma NF-e.');
  if (finalConsumer === false) refuse('finalConsumer', 'A NFC-e é sempre para consumidor final: não envie false.');
  if (presence && !['1', '4', '5'].includes(presence)) {
    const message =
      'Na NFC-e presence é 1 (presencial), 4 (entrega em domicílio) ou 5 (presencial, fora da loja) (rejeição 717).';
    refuse('presence', message);
  }
  if (referencedDocuments && referencedDocuments.length > 0) {
    refuse('referencedDocuments', 'A NFC-e não se refere a outras notas: não envie referencedDocuments.');
  }
  if (duplicates && duplicates.length > 0) {
    refuse('duplicates', 'A NFC-e não tem parcelas: diga em payments como ela foi paga, ou use uma NF-e.');
  }
  return faults;
}

/** Rule YA02-40 (899): an NFC-e always has payments. */
function checkConsumerPayments({ payments }: GoodsPayload): Fault[] {
  if (!payments || payments.length === 0) {
    const message = 'A NFC-e diz como foi paga: informe payments.';
    return [refusal('payments', message)];
  }
  if (!payments.some(({ method }) => method === 'NO_PAYMENT')) return [];
  const message = 'A NFC-e não sai sem pagamento: troque NO_PAYMENT pelo meio usado.';
  return [refusal('payments', message, 'invalid_payments')];
}
