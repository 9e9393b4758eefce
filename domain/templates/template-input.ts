import { productFieldNames, taxFieldNames } from '../taxation/fields.ts';
import { type ServiceFieldName, serviceFieldNames } from '../taxation/levels/service-fields.ts';
import type { TemplateType } from './fiscal-template.entity.ts';

type Text = string | null | undefined;

/** What a template of type NFE can say, as the API writes it. */
export const nfeTemplateNames = taxFieldNames.map((name) => productFieldNames[name]);
export type NfeTemplateName = (typeof nfeTemplateNames)[number];
export type TemplateFieldName = NfeTemplateName | ServiceFieldName;

/** What templates of either type can say; some names serve both. */
export const templateFieldNames: readonly TemplateFieldName[] = [
  ...new Set<TemplateFieldName>([...nfeTemplateNames, ...serviceFieldNames]),
];

/** The fields of a template as a caller writes them; numbers are decimal strings already. */
export type TemplateFieldsInput = { [Name in TemplateFieldName]?: Text };

/** A template as a caller writes it (spec 2-extended §2.3). Absent and null mean the same. */
export type TemplateInput = TemplateFieldsInput & { name: string; type: TemplateType; operationNature?: Text };

/** Changes to a template: undefined fields stay as they are. */
export type TemplateChanges = { [Name in keyof TemplateInput]?: TemplateInput[Name] | undefined };
