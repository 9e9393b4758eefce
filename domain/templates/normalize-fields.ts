import type { Fault } from '../faults.ts';
import { serviceFieldNames, type ServiceFields } from '../taxation/levels/service-fields.ts';
import { normalizeService } from '../service-taxation/normalize.ts';
import { unknownCfop } from '../taxation/cfop/known.ts';
import { productFieldNames } from '../taxation/field-names.ts';
import { taxFieldNames, type TaxFields } from '../taxation/fields.ts';
import { normalizeGoodsCodes } from '../taxation/goods.ts';
import { type LevelContext, normalizeLevel } from '../taxation/levels/normalize-level.ts';
import type { NormalTemplate, TemplateType } from './fiscal-template.entity.ts';
import {
  nfeTemplateNames,
  type TemplateFieldName,
  templateFieldNames,
  type TemplateFieldsInput,
} from './template-input.ts';

type NormalizedFields = Pick<NormalTemplate, 'fields' | 'service'> & { faults: Fault[] };

/** What a template says of taxes, in normal form, with every reason for which it would be refused at emission. */
export function normalizeFields(
  type: TemplateType,
  input: TemplateFieldsInput,
  context: LevelContext,
): NormalizedFields {
  const misplaced = checkNames(type, input);
  switch (type) {
    case 'NFE': {
      const { fields, faults } = normalizeTaxes(taxFieldsOf(input), context);
      return { fields, service: null, faults: [...misplaced, ...faults] };
    }
    case 'NFSE': {
      const { fields, faults } = normalizeService(serviceFieldsOf(input), context);
      const ofService = faults.map(({ field, message }): Fault => ({ code: 'invalid_taxation', path: field, message }));
      return { fields: {}, service: fields, faults: [...misplaced, ...ofService] };
    }
  }
}

function normalizeTaxes(given: TaxFields, context: LevelContext): { fields: TaxFields; faults: Fault[] } {
  const goods = normalizeGoodsCodes(given, '');
  const cfop = given.cfop?.replaceAll(/[.\s]/g, '') || null;
  const level = normalizeLevel({ ...given, ...goods.fields, cfop }, context);
  const ofTaxes = level.faults.map(({ field, message }): Fault => {
    return { code: 'invalid_taxation', path: productFieldNames[field], message };
  });
  return { fields: level.fields, faults: [...goods.faults, ...checkCfop(cfop), ...ofTaxes] };
}

function checkCfop(cfop: string | null): Fault[] {
  const message = cfop === null ? null : unknownCfop(cfop);
  return message === null ? [] : [{ code: 'invalid_cfop', path: 'cfop', message }];
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
