import type { RollMm } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';
import type { LawCalendar } from '../law-calendar.ts';
import type { DrawnSchemaType } from '../received/kinds.ts';
import { type CouponCopies, couponHtml } from './coupon/coupon.ts';
import type { EpecRegistration } from './danfe/authorized-note.ts';
import type { PrintedCancellation } from './danfe/blocks/additional-data.ts';
import { danfeHtml, type DanfeOptions } from './danfe/danfe.ts';
import { danfseHtml } from './danfse/danfse.ts';
import { labelHtml } from './label/label.ts';
import { ownPaper, type Paper, rollMmOf } from './papers.ts';

/**
 * What a sheet is drawn from: the XML that the authority authorized, or the signed XML of a note that was issued offline or announced by an EPEC;
 * `epec` is the registration of that EPEC.
 */
export type SheetContent = { xml: string; epec?: EpecRegistration };

/**
 * How a sheet is drawn. `copies`: those of a coupon whose note waits for its authorization. `rollMm`: the width of the company's coupons, 80 when
 * absent. `paper`: one that the document can be printed on (`papersOf`); when absent, the document's own.
 */
export type SheetOptions = Omit<DanfeOptions, 'epec'> & { copies?: CouponCopies; rollMm?: RollMm; paper?: Paper };

/**
 * Draws the sheet of a document, as HTML.
 *
 * @throws TypeError where the sheet may not be drawn
 */
export type Drawer = (drawn: SheetContent, options: SheetOptions) => string;

/** The function that draws the sheets of each type of document. */
export const drawers: Record<DocumentType, Drawer> = {
  NFE: drawNfe,
  NFCE: ({ xml }, options) => couponHtml(xml, { ...options, ...rollFor(options) }),
  NFSE: ({ xml }, options) => danfseHtml(xml, options),
};

function drawNfe({ xml, epec }: SheetContent, options: SheetOptions): string {
  const { paper = ownPaper('NFE', xml, options.rollMm ?? '80') } = options;
  const rollMm = rollMmOf(paper);
  if (rollMm) return couponHtml(xml, { ...options, rollMm });
  const announced = { ...options, ...(epec ? { epec } : {}) };
  return paper === 'LABEL' ? labelHtml(xml, announced) : danfeHtml(xml, announced);
}

/** The roll that is asked for, else the company's own. */
function rollFor({ paper, rollMm }: SheetOptions): { rollMm?: RollMm } {
  const asked = (paper && rollMmOf(paper)) ?? rollMm;
  return asked ? { rollMm: asked } : {};
}

/** A received note: the type of its file, the event that ended it, and the days of the law by which its sheet is drawn. */
type ReceivedNote = { type: DrawnSchemaType; cancelled: PrintedCancellation | undefined; calendar: LawCalendar };

/**
 * Draws the sheet of a note that somebody else issued, as HTML, from its XML. It has no logo, which is in no XML, and the orientation that the issuer
 * chose.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not what its type says
 */
export function drawReceived(xml: Uint8Array, { type, cancelled, calendar }: ReceivedNote): string {
  const options = cancelled ? { cancelled } : {};
  return type === 'NFSE' ? danfseHtml(xml, options) : danfeHtml(xml, { ...options, calendar });
}
