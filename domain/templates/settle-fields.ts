import { serviceFieldNames, type ServiceFields } from '../service-taxation/fields.ts';
import { settleService } from '../service-taxation/settle.ts';
import { isCfop } from '../taxation/cfop.ts';
import type { Fault } from '../faults.ts';
import { productFieldNames } from '../taxation/field-names.ts';
import { taxFieldNames, type TaxFields } from '../taxation/fields.ts';
import { settleGoodsCodes } from '../taxation/goods.ts';
import { type LevelContext, settleLevel } from '../taxation/levels/settle-level.ts';
import type { NormalTemplate, TemplateType } from './fiscal-template.entity.ts';
import {
  nfeTemplateNames,
  type TemplateFieldName,
  templateFieldNames,
  type TemplateFieldsInput,
} from './template-input.ts';

type SettledFields = Pick<NormalTemplate, 'fields' | 'service'> & { faults: Fault[] };

/** What a template says of taxes, in normal form, with every reason for which it would be refused at emission. */
export function settleFields(type: TemplateType, input: TemplateFieldsInput, context: LevelContext): SettledFields {
  const misplaced = checkNames(type, input);
  switch (type) {
    case 'NFE': {
      const { fields, faults } = settleTaxes(taxFieldsOf(input), context);
      return { fields, service: null, faults: [...misplaced, ...faults] };
    }
    case 'NFSE': {
      const { fields, faults } = settleService(serviceFieldsOf(input), context);
      const ofService = faults.map(({ field, message }): Fault => ({ code: 'invalid_taxation', path: field, message }));
      return { fields: {}, service: fields, faults: [...misplaced, ...ofService] };
    }
  }
}

function settleTaxes(given: TaxFields, context: LevelContext): { fields: TaxFields; faults: Fault[] } {
  const goods = settleGoodsCodes(given, '');
  const cfop = given.cfop?.replaceAll(/[.\s]/g, '') || null;
  const level = settleLevel({ ...given, ...goods.fields, cfop }, context);
  const ofTaxes = level.faults.map(({ field, message }): Fault => {
    return { code: 'invalid_taxation', path: productFieldNames[field], message };
  });
  return { fields: level.fields, faults: [...goods.faults, ...checkCfop(cfop), ...ofTaxes] };
}

function checkCfop(cfop: string | null): Fault[] {
  if (cfop === null || isCfop(cfop)) return [];
  const message = `O CFOP tem 4 dígitos e começa por 1, 2, 3, 5, 6 ou 7; veio ${cfop}.`;
  return [{ code: 'invalid_cfop', path: 'cfop', message }];
}

/** Fields of the other type would never be read. */
function checkNames(type: TemplateType, input: TemplateFieldsInput): Fault[] {
  const own = new Set<TemplateFieldName>(type === 'NFE' ? nfeTemplateNames : serviceFieldNames);
  return templateFieldNames
    .filter((name) => !own.has(name) && input[name]?.trim())
    .map((path) => ({
      code: 'validation_error',
      path,
      message: `Um modelo do tipo ${type} não tem este campo: retire-o.`,
    }));
}

function taxFieldsOf(input: TemplateFieldsInput): TaxFields {
  const fields: TaxFields = {};
  for (const name of taxFieldNames) fields[name] = input[productFieldNames[name]] ?? null;
  return fields;
}

function serviceFieldsOf(input: TemplateFieldsInput): ServiceFields {
  const fields: ServiceFields = {};
  for (const name of serviceFieldNames) fields[name] = input[name] ?? null;
  return fields;
}
