import type { DocumentType } from '../document-types.ts';
import type { CouponCopies } from './coupon/copies.ts';
import { couponHtml } from './coupon/coupon.ts';
import type { EpecRegistration } from './danfe/authorized-note.ts';
import { danfeHtml } from './danfe/danfe.ts';
import type { DanfeOptions } from './danfe/sheet-drawings.ts';
import { danfseHtml } from './danfse/danfse.ts';

/**
 * What a sheet is drawn from: the XML that the authority authorized; or the signed one, of a note issued offline, or of one that its EPEC
 * announced, with the registration of that.
 */
export type Drawn = { xml: string; epec?: EpecRegistration };

/** How a sheet is drawn. `copies` is of the coupon of a note that waits for its authorization. */
export type SheetOptions = Omit<DanfeOptions, 'epec'> & { copies?: CouponCopies };

/** Draws the sheet of a document, as HTML. @throws TypeError where it may not be drawn */
export type Drawer = (drawn: Drawn, options: SheetOptions) => string;

/** Who draws the documents of each type. */
export const drawers: Record<DocumentType, Drawer> = {
  NFE: ({ xml, epec }, options) => danfeHtml(xml, { ...options, ...(epec ? { epec } : {}) }),
  NFCE: ({ xml }, options) => couponHtml(xml, options),
  NFSE: ({ xml }, options) => danfseHtml(xml, options),
};
