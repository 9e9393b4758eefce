import type { DanfeOptions } from '../danfe/danfe.ts';
import { type ConsumerNote, readConsumerNote } from './consumer-note.ts';
import {
  accessKeyStrips,
  cancellation,
  consumer,
  fiscalMessages,
  heading,
  identification,
  items,
  pending,
  qrCodeStrip,
  sellerMessages,
  totals,
} from './divisions.ts';
import { couponDocument, divider, type Strip } from './roll.ts';

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

/** Which copies of a coupon are printed while its note waits for the authority: the consumer's, the seller's, or one after the other. */
export type CouponCopies = 'BOTH' | 'CONSUMER' | 'ESTABLISHMENT';

/** What one copy says of itself, after the date. */
export type CopyWords = 'Via do Consumidor' | 'Via do Estabelecimento';

/**
 * The copies of a note that is not authorized yet. The seller keeps the second one, on paper or, where the state allows it, as its file
 * (Manual do DANFE NFC-e v6.0), so that each can be had alone.
 */
function wordsOf(copies: CouponCopies): CopyWords[] {
  switch (copies) {
    case 'BOTH':
      return ['Via do Consumidor', 'Via do Estabelecimento'];
    case 'CONSUMER':
      return ['Via do Consumidor'];
    case 'ESTABLISHMENT':
      return ['Via do Estabelecimento'];
  }
}
