import { productFieldNames, taxFieldNames } from '../taxation/fields.ts';
import { type ServiceFieldName, serviceFieldNames } from '../taxation/levels/service-fields.ts';
import type { TemplateType } from './fiscal-template.entity.ts';

type Text = string | null | undefined;

/** Fields of a template of type NFE, as the API names them. */
export const nfeTemplateNames = taxFieldNames.map((name) => productFieldNames[name]);
export type NfeTemplateName = (typeof nfeTemplateNames)[number];
export type TemplateFieldName = NfeTemplateName | ServiceFieldName;

/** Fields of templates of both types; some names serve both. */
export const templateFieldNames: readonly TemplateFieldName[] = [
  ...new Set<TemplateFieldName>([...nfeTemplateNames, ...serviceFieldNames]),
];

/** The fields of a template as a caller writes them, with numbers as decimal strings. */
export type TemplateFieldsInput = { [Name in TemplateFieldName]?: Text };

/** A template as a caller writes it (`FiscalTemplateCreation` of the contract). Absent and null mean the same. */
export type TemplateInput = TemplateFieldsInput & { name: string; type: TemplateType; operationNature?: Text };

/** Changes to a template: undefined fields stay as they are. */
export type TemplateChanges = { [Name in keyof TemplateInput]?: TemplateInput[Name] | undefined };
