import type { DocumentType } from '../document-types.ts';
import { couponHtml } from './coupon/coupon.ts';
import { danfeHtml } from './danfe/danfe.ts';
import type { DanfeOptions } from './danfe/sheet-drawings.ts';
import { danfseHtml } from './danfse/danfse.ts';

/** Draws the sheet of a document, as HTML, from the XML that the authority authorized. */
export type Drawer = (xml: string, options: DanfeOptions) => string;

/** Who draws the documents of each type. */
export const drawers: Record<DocumentType, Drawer> = {
  NFE: danfeHtml,
  NFCE: couponHtml,
  NFSE: danfseHtml,
};
