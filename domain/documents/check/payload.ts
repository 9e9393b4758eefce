import { checkTexts } from '../../check-texts.ts';
import { type Fault, refuseAny } from '../../faults.ts';
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
import { checkPrintedTexts } from './printed-texts.ts';
import { checkReferences } from './references.ts';
import { servicePayloadFaults } from './service-payload.ts';
import { checkTransport } from './transport.ts';

/**
 * Checks what OpenAPI cannot express of a creation (decisions.md, "Contract against validator"). Installments and payments are added up
 * where the total is known before taxes; `companyDefaults` is the last tax level, which may add IPI or ICMS-ST to it.
 *
 * @throws DomainError with every fault in `issues`, under the code of the gravest
 */
export function checkPayload(payload: DocumentPayload, companyDefaults: TaxFields = {}): void {
  refuseAny(payload.type === 'NFSE' ? servicePayloadFaults(payload) : goodsFaults(payload, companyDefaults));
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
    ...checkPaymentForms(payload),
    ...checkTransport(payload),
    ...checkAdjustment(payload),
    ...checkReferences(payload),
    ...checkPresence(payload),
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
  const faults = [...items.flatMap((item, index) => checkItem(item, `items[${index}]`)), ...checkWholeExtras(payload)];
  return faults.length > 0 ? faults : checkExtras(payload);
}

function checkPresence({ presence }: GoodsPayload): Fault[] {
  if (presence === undefined || presence === null || /^[0-59]$/.test(presence)) return [];
  const message = 'presence é 0, 1, 2, 3, 4, 5 ou 9 (indPres).';
  return [{ code: 'validation_error', path: 'presence', message }];
}
