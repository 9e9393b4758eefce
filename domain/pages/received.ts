import type { DrawnSchemaType } from '../received/pdf.ts';
import type { Cancellation } from './danfe/blocks/additional-text.ts';
import { danfeHtml } from './danfe/danfe.ts';
import { danfseHtml } from './danfse/danfse.ts';

/** A received note: what its file is, and what ended it. */
type Received = { type: DrawnSchemaType; cancelled: Cancellation | undefined };

/**
 * Draws the sheet of a note that somebody else issued, as HTML, from its XML: without a logo, which is in no XML, and as the issuer laid it
 * out.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not what its type says
 */
export function drawReceived(xml: Uint8Array, { type, cancelled }: Received): string {
  const options = cancelled ? { cancelled } : {};
  return type === 'NFSE' ? danfseHtml(xml, options) : danfeHtml(xml, options);
}
