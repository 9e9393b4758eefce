import { isAccessKey } from '../../access-key.ts';
import { moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, money } from '../../money.ts';
import { isMunicipalityCode } from '../../municipality-code.ts';
import { isNfseKey } from '../../nfse-key.ts';
import type { Reimbursement } from '../service-sale.ts';
import { checkDate, checkDecimal, exactlyOneOf, type PrintedText } from './forms.ts';
import { checkDocumentOf } from './service-parties.ts';

const at = 'service.ibsCbs.reimbursements';

/** Faults of form of amounts that a service passes on to third parties (group gReeRepRes, Anexo I v1.01 of 2026-02-09, E0940 to E0952). */
export function checkReimbursements(reimbursements: Reimbursement[]): Fault[] {
  return reimbursements.flatMap((one, index) => checkOne(one, `${at}[${index}]`));
}

function checkOne(one: Reimbursement, path: string): Fault[] {
  const { nfseKey, nfeKey, cteKey, otherKey, fiscalDocument, otherDocument } = one;
  const named = { nfseKey, nfeKey, cteKey, otherKey, fiscalDocument, otherDocument };
  return [
    ...exactlyOneOf(named, path, 'O documento de terceiro é identificado de um modo só'),
    ...checkKeys(one, path),
    ...checkSupplier(one, `${path}.supplier`),
    ...checkDays(one, path),
    ...checkValue(one, path),
    ...checkDescription(one, path),
  ];
}

function checkKeys({ nfseKey, nfeKey, cteKey, fiscalDocument }: Reimbursement, path: string): Fault[] {
  const faults: Fault[] = [];
  const wrong = (field: string, what: string, length: number) => {
    const message = `Não é uma chave de ${what}: ela tem ${length} posições, e o dígito verificador confere (rejeição E0940).`;
    faults.push(refusal(`${path}.${field}`, message));
  };
  if (nfseKey && !isNfseKey(nfseKey)) wrong('nfseKey', 'NFS-e', 50);
  if (nfeKey && !isAccessKey(nfeKey)) wrong('nfeKey', 'NF-e', 44);
  if (cteKey && !isAccessKey(cteKey)) wrong('cteKey', 'CT-e', 44);
  if (fiscalDocument && !isMunicipalityCode(fiscalDocument.municipalityCode)) {
    const message = `${fiscalDocument.municipalityCode} não é um código de município do IBGE (rejeição E0943).`;
    faults.push(refusal(`${path}.fiscalDocument.municipalityCode`, message));
  }
  return faults;
}

/** A supplier has number and name only: the layout has no more of it (TCRTCListaDocFornec). */
function checkSupplier({ supplier }: Reimbursement, path: string): Fault[] {
  if (!supplier) return [];
  const faults = checkDocumentOf(supplier, path);
  if (faults.length > 0 || supplier.document || supplier.country !== 'BR') return faults;
  return [
    refusal(`${path}.document`, 'O fornecedor é identificado por CNPJ ou CPF: informe-o, ou não envie supplier.'),
  ];
}

/** Rules E0942, E0950 and E0951. */
function checkDays({ issueDate, competence, fiscalDocument }: Reimbursement, path: string): Fault[] {
  const faults = [...checkDate(issueDate, `${path}.issueDate`), ...checkDate(competence, `${path}.competence`)];
  if (faults.length > 0) return faults;
  if (competence > issueDate) {
    const message = `A competência do documento não passa da emissão dele, ${issueDate} (rejeição E0950); veio ${competence}.`;
    return [refusal(`${path}.competence`, message)];
  }
  if (!fiscalDocument || competence < '2026') return [];
  const message =
    'Desde a competência de 2026 o documento fiscal tem chave: informe nfseKey, nfeKey, cteKey ou otherKey (rejeição E0942).';
  return [refusal(`${path}.fiscalDocument`, message)];
}

function checkValue({ value }: Reimbursement, path: string): Fault[] {
  const faults = checkDecimal(value, moneyForm, `${path}.value`);
  if (faults.length > 0 || decimal(value).gt(0)) return faults;
  return [refusal(`${path}.value`, 'O valor de terceiro deve ser maior que zero.')];
}

/** Rule E0952: only type 99 has a description. */
function checkDescription({ type, description }: Reimbursement, path: string): Fault[] {
  if (!description || type === '99') return [];
  return [refusal(`${path}.description`, 'Só type 99 (outros) tem descrição: não a envie (rejeição E0952).')];
}

/**
 * Faults of amounts for third parties: one is more than the service (E0953), or all are more than deductions leave of it, by which the base would be
 * below zero.
 */
export function checkReimbursedSum(
  reimbursements: Reimbursement[],
  { service, left }: { service: string; left: string },
): Fault[] {
  const above = reimbursements.flatMap(({ value }, index): Fault[] => {
    if (decimal(value).lte(decimal(service))) return [];
    const message = `O valor de terceiro não passa do valor do serviço, ${service} (rejeição E0953); veio ${value}.`;
    return [refusal(`${at}[${index}].value`, message)];
  });
  if (above.length > 0) return above;
  const total = reimbursedBy(reimbursements);
  if (total.lte(decimal(left))) return [];
  const message = `Os valores de terceiros somam ${money(total)}, mais que o que resta do serviço, ${left}: diminua-os, ou a dedução.`;
  return [refusal(at, message)];
}

/** The sum of all reimbursements. */
export function reimbursedBy(reimbursements: Reimbursement[] | null | undefined) {
  return (reimbursements ?? []).reduce((sum, { value }) => sum.plus(decimal(value)), decimal(null));
}

/** The texts of reimbursements with their forms in the layout (TSDesc255, TSDesc150, TSRTCChaveDFe). */
export function reimbursementTexts(reimbursements: Reimbursement[] | null | undefined): PrintedText[] {
  return (reimbursements ?? []).flatMap(
    ({ otherKey, fiscalDocument, otherDocument, description }, index): PrintedText[] => [
      [`${at}[${index}].otherKey.key`, otherKey?.key, { least: 1, most: 50 }],
      [`${at}[${index}].otherKey.description`, otherKey?.description, { least: 1, most: 255 }],
      [`${at}[${index}].fiscalDocument.number`, fiscalDocument?.number, { least: 1, most: 255 }],
      [`${at}[${index}].fiscalDocument.description`, fiscalDocument?.description, { least: 1, most: 255 }],
      [`${at}[${index}].otherDocument.number`, otherDocument?.number, { least: 1, most: 255 }],
      [`${at}[${index}].otherDocument.description`, otherDocument?.description, { least: 1, most: 255 }],
      [`${at}[${index}].description`, description, { least: 1, most: 150 }],
    ],
  );
}
