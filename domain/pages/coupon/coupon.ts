import type { DanfeOptions } from '../danfe/sheet-drawings.ts';
import { type ConsumerNote, readConsumerNote } from './consumer-note.ts';
import { consumer } from './consumer.ts';
import { type CopyWords, type CouponCopies, wordsOf } from './copies.ts';
import { couponDocument } from './coupon-document.ts';
import { heading } from './heading.ts';
import { accessKeyStrips, identification } from './identification.ts';
import { items } from './items.ts';
import { cancellation, fiscalMessages, pending, sellerMessages } from './messages.ts';
import { qrCodeStrip } from './qr-code.ts';
import { divider, type Strip } from './strip.ts';
import { totals } from './totals.ts';

/** `copies` counts only while the note waits for the authority, when both are printed unless one is asked for; later there is one. */
export type CouponOptions = Pick<DanfeOptions, 'cancelled' | 'logo'> & { copies?: CouponCopies };

/**
 * The DANFE of an NFC-e as one HTML document: a strip of an 80 mm roll, as long as its content (Manual do DANFE NFC-e e QR Code v6.0,
 * divisions I to IX). A note that was issued offline and is not authorized yet says so, and has two copies on a page each.
 *
 * @param source the `nfeProc`, or the signed `NFe` of tpEmis 9
 * @throws XmlRefused
 * @throws TypeError where the source is neither, or the logo not a `data:` URL of an image
 */
export function couponHtml(source: string, { cancelled, logo, copies = 'BOTH' }: CouponOptions = {}): string {
  if (logo && !logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readConsumerNote(source);
  const notices = note.protocol ? cancellation(cancelled) : [];
  const copyOf = (words: CopyWords | null) =>
    divided([[...heading(note, logo), ...notices], pending(note), ...divisionsOf(note, words), notices]);
  const printed = note.protocol ? [copyOf(null)] : wordsOf(copies).map(copyOf);
  return couponDocument(`DANFE NFC-e ${note.accessKey}`, printed);
}

function divisionsOf(note: ConsumerNote, words: CopyWords | null): Strip[][] {
  return [
    items(note),
    totals(note),
    [...accessKeyStrips(note), qrCodeStrip(note.qrCode)],
    consumer(note),
    identification(note, words),
    pending(note),
    fiscalMessages(note),
    sellerMessages(note),
  ];
}

function divided(divisions: Strip[][]): Strip[] {
  return divisions
    .filter((strips) => strips.length > 0)
    .flatMap((strips, index) => (index === 0 ? strips : [divider(), ...strips]));
}
