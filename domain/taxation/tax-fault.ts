import type { TaxFieldName } from './fields.ts';

/** A field that stands in the way of computing a line, and in Portuguese how to mend it. */
export type TaxFault = { field: TaxFieldName; message: string };
