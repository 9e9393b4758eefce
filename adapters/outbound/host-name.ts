import { isIPv6 } from 'node:net';
import { domainToUnicode } from 'node:url';

/** Suffixes that only resolve inside a private network, or nowhere (RFC 6761, RFC 9476, ICANN's `.internal`, custom). */
const internalSuffix =
  /(^|\.)(localhost|local|internal|intranet|intra|private|lan|home|corp|localdomain|domain|workgroup|arpa|svc|consul|docker|test|example|invalid|onion|alt)$/;
/** Letters, digits and hyphens as DNS takes them; other scripts arrive here as punycode. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const longestName = 253;
const authority = /^[a-z]+:\/\/([^/?]*)/i;

/** Whether a host, in the form that a URL parser gives it, can be a name of the public internet. Says nothing of what it resolves to. */
export function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    host.length <= longestName &&
    labels.every((each) => label.test(each)) &&
    !internalSuffix.test(host)
  );
}

/**
 * Whether the URL's text has the host exactly as parsers return it, with nothing before it. Credentials, decimal, octal and short
 * addresses, escapes, full-width digits, odd dots and invisible characters are other ways to write a host; no URL needs them, and they hide
 * it.
 */
export function isWrittenPlainly(text: string, { hostname }: URL): boolean {
  const written = authority.exec(text)?.[1]?.replace(/:\d*$/, '').normalize('NFC').toLowerCase();
  if (written === undefined || written === '') return false;
  if (isIPv6(written.replace(/^\[|\]$/g, ''))) return true;
  return written === hostname || written === domainToUnicode(hostname);
}
