import { explainer } from '../rejections/explain.ts';
import { afterwards } from './rejections/afterwards.ts';
import { catalogue } from './rejections/catalogue.ts';
import { generalExplanation } from './rejections/general.ts';

/** Explains a code and words of the SEFIN Nacional, or our own words about an NFS-e where the code is null. A DPS is one service: no item is told. */
export const explainRejection = explainer({
  catalogue,
  general: generalExplanation,
  afterwards,
  placed: (field) => field,
});
