import { type TemplateChanges, templateFieldNames, type TemplateInput } from '../../domain/templates/template-input.ts';
import type { Schema } from '../schema.ts';
import { decimalTextOrNot } from './decimal-text.ts';

/** A body with its numbers as decimal strings. */
export function templateInput({ name, type, ...others }: Schema<'FiscalTemplateCreation'>): TemplateInput {
  return { ...templateChanges(others), name, type };
}

/** The same for a change: what was not sent is undefined. */
export function templateChanges({
  name,
  type,
  operationNature,
  ...fields
}: Schema<'FiscalTemplateChanges'>): TemplateChanges {
  const changes: TemplateChanges = { name, type, operationNature };
  for (const field of templateFieldNames) changes[field] = decimalTextOrNot(fields[field]);
  return changes;
}
