import { z } from 'zod';
import { unknownCfopOfGoods } from '../taxation/cfop.ts';
import type { TaxFieldName } from '../taxation/fields.ts';

const code = (form: RegExp, message: string) =>
  z.string(message).trim().regex(form, message).nullable().exactOptional();
const rate = z
  .union([z.string(), z.number()], 'deve ser um percentual como "18.00"')
  .transform(String)
  .pipe(
    z
      .string()
      .regex(
        /^(100(\.0{1,4})?|[0-9]{1,2}(\.[0-9]{1,4})?)$/,
        'deve ser um percentual de 0 a 100, com até 4 casas, como "18.00"',
      ),
  )
  .nullable()
  .exactOptional();
const situation = code(/^[0-9]{2}$/, 'deve ter 2 dígitos (CST)');

const margin = code(/^[0-9]{1,3}(\.[0-9]{1,4})?$/, 'deve ser um percentual como "40.00"');

const knownCfop = z
  .string('deve ser um CFOP de 4 dígitos')
  .trim()
  .superRefine((text, context) => {
    const message = unknownCfopOfGoods(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .nullable()
  .exactOptional();

/** Default taxation of a company, the last level of the tax resolution; the same names as on items and rules. */
export const taxDefaultsSchema = z.strictObject({
  ncm: code(/^([0-9]{2}|[0-9]{8})$/, 'deve ter 8 dígitos'),
  cest: code(/^[0-9]{7}$/, 'deve ter 7 dígitos'),
  cfop: knownCfop,
  benefitCode: code(
    /^([A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?|SEM CBENEF)$/,
    'deve ser um código de 8 ou 10 caracteres, como "SP010010", ou "SEM CBENEF"',
  ),
  icmsOrigin: code(/^[0-8]$/, 'deve ser um dígito de 0 a 8'),
  icmsSituation: code(/^[0-9]{2,3}$/, 'deve ter 2 dígitos (CST) ou 3 (CSOSN)'),
  icmsRate: rate,
  icmsRedBc: rate,
  icmsDeferralRate: rate,
  icmsExemptedRate: rate,
  icmsExemptionReason: code(/^[0-9]{1,2}$/, 'deve ter 1 ou 2 dígitos'),
  icmsExemptionDeducted: code(/^[01]$/, 'deve ser 0 ou 1'),
  icmsRedBcBenefitCode: code(
    /^[A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?$/,
    'deve ser um código de 8 ou 10 caracteres, como "SP020010"',
  ),
  presumedCreditCode: code(/^[A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?$/, 'deve ser um código de 8 ou 10 caracteres'),
  presumedCreditRate: rate,
  icmsStModBc: code(/^[0-6]$/, 'deve ser um dígito de 0 a 6'),
  icmsStMva: margin,
  icmsStRate: rate,
  icmsStRedBc: rate,
  icmsStExemptionReason: code(/^[0-9]{1,2}$/, 'deve ter 1 ou 2 dígitos'),
  icmsMonoRate: code(/^[0-9]{1,3}(\.[0-9]{1,4})?$/, 'deve ser um valor por unidade como "1.5700"'),
  icmsMonoRetainedRate: code(/^[0-9]{1,3}(\.[0-9]{1,4})?$/, 'deve ser um valor por unidade como "1.5700"'),
  icmsMonoReductionRate: rate,
  icmsMonoReductionReason: code(/^[19]$/, 'deve ser 1 ou 9'),
  icmsSnCreditRate: rate,
  fcpRate: rate,
  fcpStRate: rate,
  difalInternalRate: rate,
  pisSituation: situation,
  pisRate: rate,
  cofinsSituation: situation,
  cofinsRate: rate,
  ipiSituation: situation,
  ipiRate: margin,
  ipiFramework: code(/^[0-9]{3}$/, 'deve ter 3 dígitos'),
  ibsCbsSituation: code(/^[0-9]{3}$/, 'deve ter 3 dígitos'),
  ibsCbsClassification: code(/^[0-9]{6}$/, 'deve ter 6 dígitos'),
  ibsCbsRegularSituation: code(/^[0-9]{3}$/, 'deve ter 3 dígitos'),
  ibsCbsRegularClassification: code(/^[0-9]{6}$/, 'deve ter 6 dígitos'),
  selectiveTaxSituation: code(/^[0-9]{3}$/, 'deve ter 3 dígitos'),
  selectiveTaxClassification: code(/^[0-9]{6}$/, 'deve ter 6 dígitos'),
  selectiveTaxRate: margin,
  selectiveTaxUnitRate: code(/^[0-9]{1,3}(\.[0-9]{1,4})?$/, 'deve ser um valor por unidade como "1.5700"'),
  simplesActivity: code(/^(0[1-4]|90)$/, 'deve ser uma atividade do Simples de NF-e (cAtivSN): 01, 02, 03, 04 ou 90'),
} satisfies Record<TaxFieldName, z.ZodType>);
