import { checkTexts } from '../check-texts.ts';
import type { Fault } from '../faults.ts';
import { normalizeService } from '../service-taxation/normalize.ts';
import { unknownCfopOfGoods } from '../taxation/cfop.ts';
import { productFieldNames, taxFieldNames, type TaxFields } from '../taxation/fields.ts';
import { normalizeGoodsCodes } from '../taxation/goods.ts';
import { type LevelContext, normalizeLevel } from '../taxation/levels/normalize-level.ts';
import { serviceFieldNames, type ServiceFields } from '../taxation/levels/service-fields.ts';
import { cleanText, hasValidCharacters } from '../xml/clean-text.ts';
import type { NormalTemplate, TemplateType } from './fiscal-template.entity.ts';
import {
  nfeTemplateNames,
  type TemplateChanges,
  type TemplateFieldName,
  templateFieldNames,
  type TemplateFieldsInput,
  type TemplateInput,
} from './template-input.ts';

/** A template in normal form, with the faults of its input. */
export type NormalizedTemplate = { template: NormalTemplate; faults: Fault[] };

const nameAtMost = 120;
/** Longest natOp of a note (B04). */
const natureAtMost = 60;

/** A new template in normal form, checked for the company in `context`, or for all companies. */
export function normalizeTemplate(input: TemplateInput, context: LevelContext): NormalizedTemplate {
  const { type } = input;
  const { faults, ...said } = normalizeFields(type, input, context);
  const { name, operationNature, faults: ofTexts } = normalizeTexts(input);
  return { template: { name, type, operationNature, ...said }, faults: [...checkTexts(input), ...ofTexts, ...faults] };
}

/** Name and nature of operation in normal form, with their faults. */
function normalizeTexts(
  input: Pick<TemplateInput, 'name' | 'operationNature'>,
): Pick<NormalTemplate, 'name' | 'operationNature'> & { faults: Fault[] } {
  const name = cleanText(input.name);
  const operationNature = cleanText(input.operationNature ?? '') || null;
  return { name, operationNature, faults: [...checkName(name), ...checkNature(operationNature)] };
}

function checkName(name: string): Fault[] {
  if (name.length > 0 && name.length <= nameAtMost) return [];
  const message = name ? `O nome tem no máximo ${nameAtMost} caracteres.` : 'Informe o nome do modelo.';
  return [{ code: 'validation_error', path: 'name', message }];
}

function checkNature(nature: string | null): Fault[] {
  if (nature === null || (nature.length <= natureAtMost && hasValidCharacters(nature))) return [];
  const message = `A natureza da operação tem no máximo ${natureAtMost} caracteres, todos do português: é impressa na nota.`;
  return [{ code: 'validation_error', path: 'operationNature', message }];
}

/**
 * A template after a change: fields that were not sent stay, null clears, and the fields are merged and checked as a whole. A change without tax
 * fields leaves them untouched, even where they would be refused today.
 */
export function reviseTemplate(
  kept: NormalTemplate,
  changes: TemplateChanges,
  context: LevelContext,
): NormalizedTemplate {
  const { faults: ofTexts, ...texts } = normalizeTexts({
    name: changes.name ?? kept.name,
    operationNature: changes.operationNature === undefined ? kept.operationNature : changes.operationNature,
  });
  const touchesTaxes = templateFieldNames.some((name) => changes[name] !== undefined);
  const { faults, ...said } = touchesTaxes
    ? normalizeFields(kept.type, mergedFields(kept, changes), context)
    : { fields: kept.fields, service: kept.service, faults: [] };
  return {
    template: { type: kept.type, ...texts, ...said },
    faults: [...checkTexts(changes), ...checkType(kept, changes), ...ofTexts, ...faults],
  };
}

function checkType({ type }: NormalTemplate, changes: TemplateChanges): Fault[] {
  if (changes.type === undefined || changes.type === type) return [];
  const message = `O modelo é do tipo ${type} e não muda de tipo: crie outro.`;
  return [{ code: 'validation_error', path: 'type', message }];
}

function mergedFields({ type, fields, service }: NormalTemplate, changes: TemplateChanges): TemplateFieldsInput {
  const merged: TemplateFieldsInput = {};
  if (type === 'NFE') for (const name of taxFieldNames) merged[productFieldNames[name]] = fields[name] ?? null;
  else for (const name of serviceFieldNames) merged[name] = service?.[name] ?? null;
  for (const name of templateFieldNames) if (changes[name] !== undefined) merged[name] = changes[name];
  return merged;
}

type NormalizedFields = Pick<NormalTemplate, 'fields' | 'service'> & { faults: Fault[] };

/** The tax or service fields of a template in normal form, with all faults for which emission would refuse them. */
function normalizeFields(type: TemplateType, input: TemplateFieldsInput, context: LevelContext): NormalizedFields {
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
  const message = cfop === null ? null : unknownCfopOfGoods(cfop);
  return message === null ? [] : [{ code: 'invalid_cfop', path: 'cfop', message }];
}

/** Faults of fields that belong to the other type, because they would never be read. */
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
