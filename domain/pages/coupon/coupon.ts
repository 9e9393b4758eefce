import type { RollMm } from '../../companies/settings.ts';
import type { DanfeOptions } from '../danfe/danfe.ts';
import { type ConsumerNote, readConsumerNote } from './consumer-note.ts';
import {
  accessKeyStrips,
  cancellation,
  consumer,
  type CopyWords,
  fiscalMessages,
  heading,
  identification,
  items,
  pending,
  qrCodeStrip,
  reformTaxes,
  sellerMessages,
  totals,
} from './divisions.ts';
import { couponDocument, divider, type Pen, penFor, rolls, type Strip } from './roll.ts';

/**
 * `copies` counts only while the note waits for the authority: then both copies are printed unless one of them is asked for; later there is one copy.
 * `rollMm` is 80 when absent.
 */
export type CouponOptions = Pick<DanfeOptions, 'cancelled' | 'logo'> & { copies?: CouponCopies; rollMm?: RollMm };

/**
 * The DANFE of an NFC-e, or of an NF-e in a coupon, as one HTML document: a strip of a roll, as long as its content (Manual do DANFE NFC-e e QR Code
 * v6.0, divisions I to IX; NT 2026.003 v1.00). A note that was issued offline and is not authorized yet says so, and has two copies, each on a page
 * of its own.
 *
 * @param source the `nfeProc`, or the signed `NFe` of tpEmis 9
 * @throws XmlRefused
 * @throws TypeError where the source is neither, or the logo is not a `data:` URL of an image
 */
export function couponHtml(source: string, options: CouponOptions = {}): string {
  const { cancelled, logo, copies = 'BOTH', rollMm = '80' } = options;
  if (logo && !logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readConsumerNote(source);
  const roll = rolls[rollMm];
  const pen = penFor(roll);
  const notices = note.protocol ? cancellation(note, pen, cancelled) : [];
  const copyOf = (words: CopyWords | null) =>
    divided([[...heading(note, pen, logo), ...notices], pending(note, pen), ...divisionsOf(note, pen, words), notices]);
  const printed = note.protocol ? [copyOf(null)] : wordsOf(copies).map(copyOf);
  return couponDocument(`${note.words.document} ${note.accessKey}`, roll, printed);
}

function divisionsOf(note: ConsumerNote, pen: Pen, words: CopyWords | null): Strip[][] {
  return [
    items(note, pen),
    totals(note, pen),
    reformTaxes(note, pen),
    ...lookedUp(note, pen, [consumer(note, pen), identification(note, pen, words), pending(note, pen)]),
    fiscalMessages(note, pen),
    sellerMessages(note, pen),
  ];
}

/** Divisions IV to VII. The consumer stands above the QR code on the coupon of an NF-e (NT 2026.003, 3.1.7), below it on that of an NFC-e. */
function lookedUp(note: ConsumerNote, pen: Pen, told: Strip[][]): Strip[][] {
  const key = accessKeyStrips(note, pen);
  const code = qrCodeStrip(note, pen);
  return note.words.note === 'NF-e' ? [key, ...told, [code]] : [[...key, code], ...told];
}

function divided(divisions: Strip[][]): Strip[] {
  return divisions
    .filter((strips) => strips.length > 0)
    .flatMap((strips, index) => (index === 0 ? strips : [divider(), ...strips]));
}

/** The copies that are printed while the note waits for the authority: the consumer's, the seller's, or both. */
export type CouponCopies = 'BOTH' | 'CONSUMER' | 'ESTABLISHMENT';

/**
 * The names of the copies of a note that is not authorized yet. The seller keeps the second copy on paper or, where the state allows it, as a file
 * (Manual do DANFE NFC-e v6.0): each can therefore be printed alone.
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
