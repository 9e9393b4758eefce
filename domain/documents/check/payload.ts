import { checkTexts } from '../../check-texts.ts';
import type { Fault } from '../../faults.ts';
import type { TaxFields } from '../../taxation/fields.ts';
import { isTotalKnown, totalOf } from '../compute/value-before-taxes.ts';
import type { DocumentPayload, GoodsPayload } from '../payload.ts';
import { checkAdjustment } from './adjustment.ts';
import { checkAmounts } from './amounts.ts';
import { checkBuyerDetails } from './buyer-details.ts';
import { checkConsumerNote } from './consumer-note.ts';
import { checkExtras, checkWholeExtras } from './extras.ts';
import { checkForeignTrade } from './foreign-trade.ts';
import { checkItem } from './item.ts';
import { checkPaymentForms } from './payments.ts';
import { checkPrecision } from './precision.ts';
import { checkPlaces } from './places.ts';
import { checkPrintedTexts } from './printed-texts.ts';
import { checkReferences } from './references.ts';
import { checkReturnedIpi } from './returned-ipi.ts';
import { servicePayloadFaults } from './service-payload.ts';
import { checkSaidForms } from './said-amounts.ts';
import { checkTransport } from './transport.ts';

/**
 * What is wrong with a sale that OpenAPI cannot express (decisions.md, "Contract against validator"). Installments and payments are added
 * up where the total is known before taxes; `companyDefaults` is the last tax level, which may add IPI or ICMS-ST to it.
 */
export function formFaults(payload: DocumentPayload, companyDefaults: TaxFields = {}): Fault[] {
  return payload.type === 'NFSE' ? servicePayloadFaults(payload) : goodsFaults(payload, companyDefaults);
}

function goodsFaults(payload: GoodsPayload, companyDefaults: TaxFields): Fault[] {
  const faults = payloadFaults(payload);
  return faults.length === 0 && isTotalKnown(payload, companyDefaults)
    ? checkAmounts(payload, totalOf(payload))
    : faults;
}

/** Every fault of form of a sale of goods; leaves out the sums. */
export function payloadFaults(payload: GoodsPayload): Fault[] {
  return [
    ...checkTexts(payload),
    ...checkPrintedTexts(payload),
    ...checkNature(payload),
    ...checkItems(payload),
    ...checkPrecision(payload),
    ...checkPaymentForms(payload),
    ...checkTransport(payload),
    ...checkAdjustment(payload),
    ...checkReferences(payload),
    ...checkPresence(payload),
    ...checkPlaces(payload),
    ...checkReturnedIpi(payload),
    ...checkConsumerNote(payload),
    ...checkForeignTrade(payload),
    ...checkBuyerDetails(payload),
  ];
}

/** The nature is empty when neither the caller nor a template gave it. */
function checkNature({ operationNature, templateId }: GoodsPayload): Fault[] {
  if (operationNature !== '') return [];
  const message = templateId
    ? 'O modelo fiscal não tem natureza da operação: informe operationNature.'
    : 'Informe a natureza da operação, como "Venda de mercadoria", ou um templateId que a tenha.';
  return [{ code: 'validation_error', path: 'operationNature', message }];
}

function checkItems(payload: GoodsPayload): Fault[] {
  const { items } = payload;
  if (items.length === 0 || items.length > 990) {
    const message = `Um documento tem de 1 a 990 itens; vieram ${items.length}.`;
    return [{ code: 'validation_error', path: 'items', message }];
  }
  const faults = [
    ...items.flatMap((item, index) => [
      ...checkItem(item, `items[${index}]`),
      ...checkSaidForms(item, `items[${index}]`),
    ]),
    ...checkWholeExtras(payload),
  ];
  return faults.length > 0 ? faults : checkExtras(payload);
}

function checkPresence({ type, presence, referencedDocuments, items }: GoodsPayload): Fault[] {
  const refuse = (message: string): Fault[] => [{ code: 'validation_error', path: 'presence', message }];
  if (!presence) return [];
  if (!/^[0-59]$/.test(presence)) return refuse('presence é 0, 1, 2, 3, 4, 5 ou 9 (indPres).');
  if (type !== 'NFE') return [];
  if (presence === '4') {
    return refuse(
      'Só a NFC-e diz entrega em domicílio por presence 4 (rejeição 794): na NF-e informe delivery, e presence 2, 3 ou 9.',
    );
  }
  const namesNotes = (referencedDocuments ?? []).length > 0 || items.some(({ referencedItem }) => referencedItem);
  if (presence !== '5' || namesNotes) return [];
  return refuse(
    'A venda fora do estabelecimento (presence 5) se refere à nota da remessa (rejeição 864): informe referencedDocuments.',
  );
}
