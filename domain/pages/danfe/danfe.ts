import { textOf } from '../../xml/reader.ts';
import { html, type Markup } from '../html/markup.ts';
import { dayAndTime } from '../../moments.ts';
import { sheetPage } from '../html/sheet-page.ts';
import { type AuthorizedNote, readAuthorizedNote } from './authorized-note.ts';
import type { Cancellation } from './blocks/additional-text.ts';
import { type DanfeOptions, sheetDrawings } from './sheet-drawings.ts';
import { type Orientation, sheets } from './sheet.ts';
import { stylesheet } from './stylesheet.ts';

/** The XML as it is stored: `nfeProc` with note and protocol, or the signed `NFe` that an EPEC announced. */
export type DanfeSource = string | Uint8Array;

/**
 * The DANFE of an NF-e that is authorized, or that its EPEC announced, as one HTML document of A4 sheets (MOC 7.0 Anexo II; NT 2026.010). Lines and pages are broken
 * here by the metrics of Tinos, so that every browser that has the font prints the same; without it, Times New Roman is as wide.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is neither, or the logo not a `data:` URL of an image
 */
export function danfeHtml(source: DanfeSource, options: DanfeOptions = {}): string {
  const { cancelled, epec, logo = 'data:image/' } = options;
  if (!logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readAuthorizedNote(source, epec);
  const sheet = sheets[options.orientation ?? orientationOf(note)];
  return sheetPage(
    `DANFE ${note.accessKey}`,
    { paper: sheet, stylesheet: stylesheet(sheet) },
    sheetDrawings(note, sheet, options),
    watermark(note, cancelled),
  );
}

/** tpImp: what the issuer chose. */
function orientationOf({ infNFe }: AuthorizedNote): Orientation {
  return textOf(infNFe, 'ide', 'tpImp') === '2' ? 'LANDSCAPE' : 'PORTRAIT';
}

/** Words across every sheet, behind the text: a note without fiscal value, a cancelled note, or both. */
function watermark({ isHomologation }: AuthorizedNote, cancelled?: Cancellation): Markup[] {
  const words: Markup[] = [];
  if (cancelled) {
    const when = cancelled.protocol && `Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`;
    words.push(html`<strong>CANCELADA</strong>${when}`);
  }
  if (isHomologation) words.push(html`<strong>SEM VALOR FISCAL</strong>`);
  return words.length > 0 ? [html`<div class="watermark">${words}</div>`] : [];
}
