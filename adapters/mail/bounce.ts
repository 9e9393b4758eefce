import PostalMime from 'postal-mime';
import { type DeliveryReport, readDeliveryStatus } from '../../domain/documents/mails/delivery-report.ts';

/** A mail that may be a bounce: the addresses that it came to, by its own headers, and its reports; no reports where it is no bounce. */
export type Bounce = { addresses: string[]; reports: DeliveryReport[] };

/** Headers with the address that a mail was delivered to; `to` is the author's, servers write the others. */
const deliveredTo = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/** The machine-readable part of a bounce (RFC 3464), and its variant for addresses beyond ASCII (RFC 6533). */
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** Limits of the parser: no report nests deeper, and a mail that does is refused. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/**
 * Reads a mail as it arrived. The copy of the undelivered mail in it is not read.
 *
 * @throws Error where it is not a mail, or nests too deeply
 */
export async function readBounce(raw: Buffer): Promise<Bounce> {
  const { headers, attachments } = await PostalMime.parse(raw, {
    ...limits,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  const isReport = headers.some(({ key, value }) => key === 'content-type' && /^multipart\/report\b/i.test(value));
  const reports = attachments
    .filter(({ mimeType }) => isReport && statusTypes.includes(mimeType))
    .flatMap(({ content }) => (typeof content === 'string' ? readDeliveryStatus(content) : []));
  return { addresses: headers.filter(({ key }) => deliveredTo.includes(key)).flatMap(addressesIn), reports };
}

function addressesIn({ value }: { value: string }): string[] {
  return value.match(/[^\s<>,;"()]+@[^\s<>,;"()]+/g) ?? [];
}
