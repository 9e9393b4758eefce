import { decimal, rounded } from '../money.ts';
import {
  type ServiceFault,
  type ServiceFieldName,
  serviceFieldNames,
  type ServiceFields,
  serviceRates,
} from '../taxation/levels/service-fields.ts';
import { isServiceCode } from './service-code.ts';

type Form = { isFit: (text: string) => boolean; inWords: string };

/** The form of each code in the layout (types of the DPS 1.01); codes with a table are checked elsewhere. */
const forms: { [Name in ServiceFieldName]?: Form } = {
  serviceCode: {
    isFit: isServiceCode,
    inWords:
      'é o código de tributação nacional (cTribNac), de 6 dígitos, da lista da LC 116/2003, por exemplo 010701, ou do item 99',
  },
  // TCCodTribMun of 2026-07-27; rule E0315 refuses codes of zeros alone.
  municipalServiceCode: like(/^(?!0+$)\d{1,10}$/, 'tem de 1 a 10 dígitos (cTribMun) e não pode ser zero'),
  nbsCode: like(/^\d{9}$/, 'tem 9 dígitos (NBS 2.0), por exemplo 115021000'),
  serviceDescription: { isFit: (text) => text.length <= 2000, inWords: 'tem no máximo 2000 caracteres' },
  issTaxation: like(/^[1-4]$/, 'é 1 (tributável), 2 (imunidade), 3 (exportação) ou 4 (não incidência)'),
  issResultCountry: like(/^(?!BR)[A-Z]{2}$/, 'é a sigla ISO do país, com 2 letras, que não seja o Brasil'),
  issImmunityType: like(/^[1-5]$/, 'vai de 1 a 5 (tpImunidade)'),
  issSuspensionType: like(/^[12]$/, 'é 1 (decisão judicial) ou 2 (processo administrativo)'),
  issSuspensionProcess: like(/^\d{30}$/, 'tem 30 dígitos: complete o número do processo com zeros à esquerda'),
  issBenefitCode: like(/^\d{14}$/, 'tem 14 dígitos (nBM), como o município o cadastrou'),
  issWithholding: like(/^[1-3]$/, 'é 1 (não retido), 2 (retido pelo tomador) ou 3 (retido pelo intermediário)'),
  pisCofinsCst: like(/^(0\d|49|5[0-6]|6[0-7]|7[0-5]|98|99)$/, 'é um CST de PIS/COFINS: 00 a 09, 49 a 75, 98 ou 99'),
  pisCofinsWithholding: like(/^\d$/, 'vai de 0 a 9 (tpRetPisCofins)'),
  ibsCbsOperationIndicator: like(/^\d{6}$/, 'tem 6 dígitos (cIndOp)'),
};

/** Codes and rates that do not fit the layout, whatever the other fields are. */
export function checkForms(fields: ServiceFields): ServiceFault[] {
  return [...checkCodes(fields), ...checkServiceRates(fields)];
}

function checkCodes(fields: ServiceFields): ServiceFault[] {
  const faults: ServiceFault[] = [];
  for (const field of serviceFieldNames) {
    const text = fields[field];
    const form = forms[field];
    if (!text || !form || form.isFit(text)) continue;
    const told = text.length > 40 ? '' : `; veio ${text}`;
    faults.push({ field, message: `${field} ${form.inWords}${told}.` });
  }
  return faults;
}

function checkServiceRates(fields: ServiceFields): ServiceFault[] {
  return serviceRates.flatMap(({ field, most }) => {
    const text = fields[field];
    if (!text || isRate(text, most)) return [];
    const limit = most.replace('.', ',');
    return [{ field, message: `Informe uma porcentagem de 0 a ${limit}, com até 2 casas decimais; veio ${text}.` }];
  });
}

/** Whether a rate fits the layout, which has two decimals; rates are kept with further zeros. */
function isRate(text: string, most: string): boolean {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return false;
  const rate = decimal(text);
  return rate.lte(most) && rate.eq(rounded(rate, 2));
}

function like(form: RegExp, inWords: string): Form {
  return { isFit: (text) => form.test(text), inWords };
}
