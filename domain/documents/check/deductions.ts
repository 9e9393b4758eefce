import { isAccessKey } from '../../access-key.ts';
import { type DecimalForm, moneyForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { decimal, money, sum } from '../../money.ts';
import { isMunicipalityCode } from '../../municipality-code.ts';
import { isNfseKey } from '../../nfse-key.ts';
import { deductedFrom, serviceLinesOf } from '../compute/service-values.ts';
import type { ServicePayload } from '../payload.ts';
import type { DeductionDocument, Deductions } from '../service-sale.ts';
import { checkDecimal } from './decimal.ts';
import { onlyOneOf } from './only-one-of.ts';

/** pDR has two places (TSDec3V2). */
const rateForm: DecimalForm = { digits: 3, places: 2 };
const at = 'service.deductions';

/** Faults of form of what lessens the base of ISSQN (group vDedRed). */
export function checkDeductionForms(deductions: Deductions): Fault[] {
  const { rate, value, documents } = deductions;
  return [
    ...onlyOneOf({ rate, value, documents }, at, 'A dedução é dita de um modo só'),
    ...checkRate(rate),
    ...checkPositive(value, `${at}.value`),
    ...(documents ?? []).flatMap((document, index) => checkDocument(document, `${at}.documents[${index}]`)),
    ...(documents?.length === 0 ? [refusal(`${at}.documents`, 'Informe ao menos um documento.')] : []),
  ];
}

/** A deduction is not above the service less its unconditional discount. The payload's form was checked. */
export function checkDeductions(payload: ServicePayload): Fault[] {
  const deductions = payload.service?.deductions;
  if (!deductions) return [];
  const charged = sum(serviceLinesOf(payload).map(({ total, discount }) => total.minus(discount)));
  const deducted = deductedFrom(charged, deductions);
  if (deducted.lte(charged)) return [];
  const message = `A dedução, ${money(deducted)}, é maior que o valor do serviço com desconto, ${money(charged)} (rejeição E0427).`;
  return [refusal(at, message)];
}

/** Rule E0453. */
function checkRate(rate: string | null | undefined): Fault[] {
  const faults = checkDecimal(rate, rateForm, `${at}.rate`);
  if (faults.length > 0 || !rate) return faults;
  if (decimal(rate).gt(0) && decimal(rate).lte(100)) return [];
  return [refusal(`${at}.rate`, `A dedução é maior que 0 e no máximo 100 % (rejeição E0453); veio ${rate}.`)];
}

function checkPositive(value: string | null | undefined, path: string): Fault[] {
  const faults = checkDecimal(value, moneyForm, path);
  if (faults.length > 0 || !value || decimal(value).gt(0)) return faults;
  return [refusal(path, 'O valor da dedução deve ser maior que zero.')];
}

function checkDocument(document: DeductionDocument, path: string): Fault[] {
  const { nfseKey, nfeKey, municipalNfse, fiscalNumber, otherNumber, type, description } = document;
  const named = { nfseKey, nfeKey, municipalNfse, fiscalNumber, otherNumber };
  const faults = [
    ...onlyOneOf(named, path, 'Um documento é identificado de um modo só'),
    ...checkPositive(document.value, `${path}.value`),
    ...checkPositive(document.deductibleValue, `${path}.deductibleValue`),
  ];
  if (nfseKey && !isNfseKey(nfseKey)) {
    const message = 'Não é uma chave de NFS-e: ela tem 50 posições, e o dígito verificador confere (rejeição E0455).';
    faults.push(refusal(`${path}.nfseKey`, message));
  }
  if (nfeKey && !isAccessKey(nfeKey)) {
    const message = 'Não é uma chave de NF-e: ela tem 44 posições, e o dígito verificador confere (rejeição E0460).';
    faults.push(refusal(`${path}.nfeKey`, message));
  }
  if (municipalNfse && !isMunicipalityCode(municipalNfse.municipalityCode)) {
    const message = `${municipalNfse.municipalityCode} não é um código de município do IBGE (rejeição E0466).`;
    faults.push(refusal(`${path}.municipalNfse.municipalityCode`, message));
  }
  if (type === '99' && !description) {
    faults.push(refusal(`${path}.description`, 'Com type 99 (outras deduções), descreva a dedução (rejeição E0468).'));
  }
  if (type !== '99' && description) {
    const message = 'Só type 99 (outras deduções) tem descrição: não a envie (rejeição E0470).';
    faults.push(refusal(`${path}.description`, message));
  }
  return faults.length > 0 ? faults : checkUsed(document, path);
}

/** Rule E0474. */
function checkUsed({ value, deductibleValue }: DeductionDocument, path: string): Fault[] {
  if (decimal(value).lte(decimal(deductibleValue))) return [];
  const message = `O documento permite deduzir ${deductibleValue}; veio ${value} (rejeição E0474).`;
  return [refusal(`${path}.value`, message)];
}

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
