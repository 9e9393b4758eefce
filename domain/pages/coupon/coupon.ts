import type { DanfeOptions } from '../danfe/sheet-drawings.ts';
import { type ConsumerNote, readConsumerNote } from './consumer-note.ts';
import { consumer } from './consumer.ts';
import { couponDocument } from './coupon-document.ts';
import { heading } from './heading.ts';
import { accessKeyStrips, identification } from './identification.ts';
import { items } from './items.ts';
import { cancellation, fiscalMessages, sellerMessages } from './messages.ts';
import { qrCodeStrip } from './qr-code.ts';
import { divider, type Strip } from './strip.ts';
import { totals } from './totals.ts';

/**
 * The DANFE of an authorized NFC-e as one HTML document: a strip of an 80 mm roll, as long as its content (Manual do DANFE NFC-e e QR Code
 * v6.0, divisions I to IX).
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not the `nfeProc` of an NFC-e, or the logo not a `data:` URL of an image
 */
export function couponHtml(source: string, { cancelled, logo }: DanfeOptions = {}): string {
  if (logo && !logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readConsumerNote(source);
  const notice = cancellation(cancelled);
  const divisions = [[...heading(note, logo), ...notice], ...divisionsOf(note), notice];
  return couponDocument(`DANFE NFC-e ${note.accessKey}`, divided(divisions));
}

function divisionsOf(note: ConsumerNote): Strip[][] {
  return [
    items(note),
    totals(note),
    [...accessKeyStrips(note), qrCodeStrip(note.qrCode)],
    consumer(note),
    identification(note),
    fiscalMessages(note),
    sellerMessages(note),
  ];
}

function divided(divisions: Strip[][]): Strip[] {
  return divisions
    .filter((strips) => strips.length > 0)
    .flatMap((strips, index) => (index === 0 ? strips : [divider(), ...strips]));
}
