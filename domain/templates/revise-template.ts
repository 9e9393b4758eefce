import { checkTexts } from '../text-check.ts';
import { serviceFieldNames } from '../service-taxation/fields.ts';
import type { Fault } from '../faults.ts';
import { productFieldNames } from '../taxation/field-names.ts';
import { taxFieldNames } from '../taxation/fields.ts';
import type { LevelContext } from '../taxation/levels/settle-level.ts';
import type { NormalTemplate } from './normal-template.ts';
import { settleFields } from './settle-fields.ts';
import { type SettledTemplate, settleTexts } from './settle-template.ts';
import { type TemplateChanges, templateFieldNames, type TemplateFieldsInput } from './template-input.ts';

/**
 * A template after a change: what was not sent stays, null clears, and its fields are merged and judged as a whole. A change that says
 * nothing of taxes leaves them untouched, even where they would be refused today.
 */
export function reviseTemplate(kept: NormalTemplate, changes: TemplateChanges, context: LevelContext): SettledTemplate {
  const { faults: ofTexts, ...texts } = settleTexts({
    name: changes.name ?? kept.name,
    operationNature: changes.operationNature === undefined ? kept.operationNature : changes.operationNature,
  });
  const touchesTaxes = templateFieldNames.some((name) => changes[name] !== undefined);
  const { faults, ...said } = touchesTaxes
    ? settleFields(kept.type, mergedFields(kept, changes), context)
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
