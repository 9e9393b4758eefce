import { lotQuantityForm, moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { isCnpj, taxIdKind } from '../../tax-id.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import type { Lot, Medicine } from '../trade.ts';
import { checkDate, checkDecimal, checkWritten } from './forms.ts';

/** Faults of form of orders, marketplace, medicines and lots, and of the list of those who may download the XML. */
export function checkBuyerDetails(payload: GoodsPayload): Fault[] {
  return [
    ...checkOrder(payload),
    ...checkMarketplace(payload),
    ...checkAuthorized(payload),
    ...payload.items.flatMap((item, index) => checkItem(item, `items[${index}]`)),
  ];
}

function checkOrder({ purchaseOrder }: GoodsPayload): Fault[] {
  if (!purchaseOrder) return [];
  const { number, commitment, contract } = purchaseOrder;
  return [
    ...checkWritten(number, { least: 0, most: 60 }, 'purchaseOrder.number'), // ZB03
    ...checkWritten(commitment, { least: 0, most: 22 }, 'purchaseOrder.commitment'), // ZB02
    ...checkWritten(contract, { least: 0, most: 60 }, 'purchaseOrder.contract'), // ZB04
  ];
}

/** Rules B25c-20 (435, NT 2020.006 v1.31) and YB02-10 (440). */
function checkMarketplace({ marketplace, presence }: GoodsPayload): Fault[] {
  if (!marketplace) return [];
  const faults = checkWritten(marketplace.sellerId, { least: 2, most: 60 }, 'marketplace.sellerId'); // YB03
  if (!isCnpj(marketplace.taxId)) {
    const message = `${marketplace.taxId} não é um CNPJ: confira os dígitos (rejeição 440).`;
    faults.push(refusal('marketplace.taxId', message));
  }
  if (presence === '0' || presence === '5') {
    const message =
      `Uma venda com presence ${presence} não passa por marketplace (rejeição 435): não envie marketplace, ou troque ` +
      'presence por 1, 2, 3, 4 ou 9.';
    faults.push(refusal('marketplace', message));
  }
  return faults;
}

/** Group GA: each entry is a CNPJ or CPF (323, 325). */
function checkAuthorized({ authorizedTaxIds }: GoodsPayload): Fault[] {
  const faults = (authorizedTaxIds ?? []).flatMap((taxId, index) => {
    if (taxIdKind(taxId) !== null) return [];
    const message = `${taxId} não é um CNPJ ou CPF: confira os dígitos (rejeições 323 e 325).`;
    return [refusal(`authorizedTaxIds[${index}]`, message)];
  });
  return faults;
}

function checkItem(item: ItemInput, path: string): Fault[] {
  const { purchaseOrder, medicine, lots } = item;
  return [
    ...checkWritten(purchaseOrder?.number, { least: 0, most: 15 }, `${path}.purchaseOrder.number`), // I60
    ...checkOrderItem(purchaseOrder?.item, `${path}.purchaseOrder.item`),
    ...(medicine ? checkMedicine(medicine, `${path}.medicine`) : []),
    ...(lots ?? []).flatMap((lot, index) => checkLot(lot, `${path}.lots[${index}]`)),
  ];
}

function checkOrderItem(item: number | null | undefined, path: string): Fault[] {
  if (item === undefined || item === null || (Number.isInteger(item) && item >= 0 && item <= 999_999)) return [];
  return [refusal(path, 'O item do pedido é um número de até 6 dígitos.')];
}

function checkMedicine({ anvisaCode, exemptionReason, maxPrice }: Medicine, path: string): Fault[] {
  const faults = [
    ...checkWritten(exemptionReason, { least: 0, most: 255 }, `${path}.exemptionReason`), // K01b
    ...checkDecimal(maxPrice, moneyForm, `${path}.maxPrice`), // K06
  ];
  if (!/^(\d{11}|\d{13}|ISENTO)$/.test(anvisaCode)) {
    const message = 'O registro na ANVISA tem 11 ou 13 dígitos; sem registro, informe ISENTO e o motivo.';
    faults.push(refusal(`${path}.anvisaCode`, message));
  }
  if (anvisaCode === 'ISENTO' && !exemptionReason?.trim()) {
    const message = 'Com ISENTO, informe por que o medicamento não tem registro: o número da decisão que o isenta.';
    faults.push(refusal(`${path}.exemptionReason`, message));
  }
  if (anvisaCode !== 'ISENTO' && exemptionReason?.trim()) {
    faults.push(refusal(`${path}.exemptionReason`, 'Só vai com anvisaCode ISENTO: não envie este campo.'));
  }
  return faults;
}

/** Rule I84-10 (870). That a lot is not made after the issue is checked by `checkTradeOnRoute`. */
function checkLot({ number, quantity, manufacturedOn, expiresOn, aggregation }: Lot, path: string): Fault[] {
  const faults = [
    ...checkWritten(number, { least: 1, most: 20 }, `${path}.number`), // I81
    ...checkDecimal(quantity, lotQuantityForm, `${path}.quantity`), // I82
    ...checkDate(manufacturedOn, `${path}.manufacturedOn`), // I83
    ...checkDate(expiresOn, `${path}.expiresOn`), // I84
    ...checkWritten(aggregation, { least: 0, most: 20 }, `${path}.aggregation`), // I85
  ];
  if (faults.length > 0) return faults;
  if (decimal(quantity).isZero()) faults.push(refusal(`${path}.quantity`, 'A quantidade deve ser maior que zero.'));
  if (expiresOn < manufacturedOn) {
    const message = 'O lote vence antes de ser fabricado (rejeição 870): confira as duas datas.';
    faults.push(refusal(`${path}.expiresOn`, message));
  }
  return faults;
}
