import { readAuthorizedNote } from './authorized-note.ts';
import type { Cancellation } from './blocks/additional-text.ts';
import { htmlDocument } from './html-document.ts';
import { sheetDrawings } from './sheet-drawings.ts';
import { type Orientation, sheets } from './sheet.ts';
import { watermark } from './watermark.ts';

/** The authorized XML as it is stored: `nfeProc` with note and protocol. */
export type DanfeSource = string;

/** `orientation` is PORTRAIT when absent; `logo` a `data:` URL of an image. */
export type DanfeOptions = { cancelled?: Cancellation; orientation?: Orientation; logo?: string };

/**
 * The DANFE of an authorized NF-e as one HTML document of A4 sheets (MOC 7.0 Anexo II; NT 2026.010). Lines and pages are broken
 * here by the metrics of Tinos, so that every browser that has the font prints the same; without it, Times New Roman is as wide.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not an `nfeProc`, or the logo not a `data:` URL of an image
 */
export function danfeHtml(source: DanfeSource, options: DanfeOptions = {}): string {
  const { cancelled, orientation = 'PORTRAIT', logo = 'data:image/' } = options;
  const sheet = sheets[orientation];
  if (!logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readAuthorizedNote(source);
  return htmlDocument(
    sheet,
    `DANFE ${note.accessKey}`,
    sheetDrawings(note, sheet, options),
    watermark(note, cancelled),
  );
}
