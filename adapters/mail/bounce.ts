import PostalMime from 'postal-mime';
import { type DeliveryReport, readDeliveryStatus } from '../../domain/documents/mails/delivery-report.ts';

/** A message that may be a bounce: to which addresses it came, as its own headers say, and what it reports; empty where it is no bounce. */
export type Bounce = { addresses: string[]; reports: DeliveryReport[] };

/** Headers in which servers write to whom a message was delivered; the first is the author's own. */
const deliveredTo = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/** The part of a bounce that programs read (RFC 3464), and the same with addresses beyond ASCII (RFC 6533). */
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** No report nests deeper: what does is no report, and is refused. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/**
 * Reads a message as it arrived. What it returns of the mail that was not delivered is left unread.
 *
 * @throws Error of what is no message, or nests too deep
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
