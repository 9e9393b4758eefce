import type { ServiceFields } from '../service-taxation/fields.ts';
import type { TaxFields } from '../taxation/fields.ts';
import type { TemplateType } from './fiscal-template.entity.ts';

/** A template in normal form: what its record keeps. */
export type NormalTemplate = {
  name: string;
  type: TemplateType;
  operationNature: string | null;
  /** What it says of taxes; empty of type NFSE. */
  fields: TaxFields;
  /** What it says of the service; null of type NFE. */
  service: ServiceFields | null;
};
