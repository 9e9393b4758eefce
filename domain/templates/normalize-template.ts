import { checkTexts } from '../check-texts.ts';
import type { Fault } from '../faults.ts';
import { serviceFieldNames } from '../taxation/levels/service-fields.ts';
import { productFieldNames } from '../taxation/field-names.ts';
import { taxFieldNames } from '../taxation/fields.ts';
import type { LevelContext } from '../taxation/levels/normalize-level.ts';
import { cleanText, isPrintable } from '../xml/clean-text.ts';
import type { NormalTemplate } from './fiscal-template.entity.ts';
import { normalizeFields } from './normalize-fields.ts';
import {
  type TemplateChanges,
  templateFieldNames,
  type TemplateFieldsInput,
  type TemplateInput,
} from './template-input.ts';

/** A template in normal form, with what is wrong with it. */
export type NormalizedTemplate = { template: NormalTemplate; faults: Fault[] };

const nameAtMost = 120;
/** Longest natOp of a note (B04). */
const natureAtMost = 60;

/** A new template in normal form, checked for the company in `context`, or for all (spec 2-extended §2.3). */
export function normalizeTemplate(input: TemplateInput, context: LevelContext): NormalizedTemplate {
  const { type } = input;
  const { faults, ...said } = normalizeFields(type, input, context);
  const { name, operationNature, faults: ofTexts } = normalizeTexts(input);
  return { template: { name, type, operationNature, ...said }, faults: [...checkTexts(input), ...ofTexts, ...faults] };
}

/** Name and nature of the operation in normal form, with what is wrong with them. */
export function normalizeTexts(
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
  if (nature === null || (nature.length <= natureAtMost && isPrintable(nature))) return [];
  const message = `A natureza da operação tem no máximo ${natureAtMost} caracteres, todos do português: é impressa na nota.`;
  return [{ code: 'validation_error', path: 'operationNature', message }];
}

/**
 * A template after a change: what was not sent stays, null clears, and its fields are merged and judged as a whole. A change that says
 * nothing of taxes leaves them untouched, even where they would be refused today.
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
