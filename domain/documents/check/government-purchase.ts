import { isAccessKey } from '../../access-key.ts';
import type { ClientSnapshot } from '../../clients/client-input.ts';
import { rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { isCnpj } from '../../tax-id.ts';
import { reductionOfYear } from '../../taxation/ibs-cbs/government.ts';
import type { Operation } from '../../taxation/operation.ts';
import { simplesPartOf } from '../../taxation/simples.ts';
import type { GoodsPayload } from '../payload.ts';
import type { GovernmentPurchase } from '../trade.ts';
import { checkDecimal } from './forms.ts';

/**
 * How many notes of the other half of the purchase each half names, and the rejections for too many (`undue`) and too few (`missing`) (BB05-10 to
 * BB05-50, NT 2025.002 v1.40).
 */
const previous = {
  SUPPLY_TO_BE_PAID: { least: 0, most: 0, undue: '1195', missing: '' },
  PAYMENT_OF_SUPPLY: { least: 1, most: 1, undue: '1197', missing: '1196' },
  SUPPLY_ALREADY_PAID: { least: 1, most: 99, undue: '', missing: '1198' },
  PAYMENT_BEFORE_SUPPLY: { least: 0, most: 0, undue: '1199', missing: '' },
} as const;

/** Faults of form of a sale to a public body. */
export function checkGovernmentPurchase({ type, governmentPurchase: purchase }: GoodsPayload): Fault[] {
  if (!purchase) return [];
  const path = 'governmentPurchase';
  if (type !== 'NFE') {
    return [
      refusal(path, 'A NFC-e não tem compra governamental (rejeição 1006): emita uma NF-e para o órgão público.'),
    ];
  }
  return [
    ...checkDecimal(purchase.rateReduction, rateForm, `${path}.rateReduction`),
    ...checkPrevious(purchase, `${path}.previousDocuments`),
  ];
}

function checkPrevious({ operation, previousDocuments }: GovernmentPurchase, path: string): Fault[] {
  const keys = previousDocuments ?? [];
  const { least, most, undue, missing } = previous[operation];
  if (keys.length < least) {
    const message = `Com operation ${operation}, informe a chave da nota da outra metade da compra (rejeição ${missing}).`;
    return [refusal(path, message)];
  }
  if (keys.length > most) {
    const message =
      most === 0
        ? `Com operation ${operation} ainda não há outra nota a referir (rejeição ${undue}): não envie previousDocuments.`
        : `Com operation ${operation} a nota se refere a uma só (rejeição ${undue}): emita uma para cada fornecimento.`;
    return [refusal(path, message)];
  }
  return keys.flatMap((key, index) => {
    if (!isAccessKey(key)) {
      const message =
        'Não é uma chave de acesso: ela tem 44 posições, e o dígito verificador confere. Copie-a de novo.';
      return [refusal(`${path}[${index}]`, message)];
    }
    return keys.indexOf(key) === index ? [] : [refusal(`${path}[${index}]`, 'A chave está repetida: envie-a uma vez.')];
  });
}

/** Faults of a sale to a public body, by its buyer and the day of issue. */
export function checkGovernmentBuyer(
  { governmentPurchase: purchase }: GoodsPayload,
  { document }: Pick<ClientSnapshot, 'document'>,
  operation: Operation,
): Fault[] {
  if (!purchase) return [];
  const faults = checkReduction(purchase, operation);
  if (!isCnpj(document)) {
    const message =
      'Quem compra por governmentPurchase é um órgão público, que tem CNPJ: acerte o cliente, ou não envie este campo.';
    faults.push(refusal('client.document', message));
  }
  const isWithheldInSimples = simplesPartOf(operation)?.ibs === true;
  if (purchase.entity === 'UNION' && reductionOfYear(operation.date) === null && isWithheldInSimples) {
    const message =
      'A parcela do Simples em compra da União a partir de 2027, em que o IBS passa para a CBS (LC 214/2025 art. 473), ainda não tem ' +
      'cálculo publicado: não envie governmentPurchase.';
    faults.push(refusal('governmentPurchase.entity', message, 'invalid_taxation'));
  }
  return faults;
}

/**
 * Fault of the reduction of rates: zero in 2026; for later years the law's figure is not published yet, so the caller gives it (LC 214/2025 arts. 370
 * and 472).
 */
function checkReduction({ rateReduction }: GovernmentPurchase, { date }: Operation): Fault[] {
  const path = 'governmentPurchase.rateReduction';
  const ofLaw = reductionOfYear(date);
  if (ofLaw === null) {
    if (!rateReduction) {
      const message =
        'A partir de 2027 informe o redutor das compras governamentais que vale no dia (pRedutor, LC 214/2025 art. 370).';
      return [refusal(path, message)];
    }
    return decimal(rateReduction).gt(100) ? [refusal(path, 'O redutor vai de 0 a 100 %.')] : [];
  }
  if (!rateReduction || decimal(rateReduction).eq(decimal(ofLaw))) return [];
  const message = `Em ${date.slice(0, 4)} o redutor das compras governamentais é zero (LC 214/2025 art. 370): não envie rateReduction.`;
  return [refusal(path, message, 'invalid_taxation')];
}
