import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { domainToUnicode } from 'node:url';
import type { Logger } from '../../config/logger.ts';
import type { ResolveName } from './host-names.ts';

/**
 * Deliveries may not go to this URL, name or address. The message is the same for every reason, so that it tells nothing about the inside of this
 * network, not even which names exist there. The reason for the operator is its `cause`.
 */
export class AddressRefused extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'A URL deve ser https, numa porta permitida, sem usuário, senha ou fragmento, e levar a um endereço público da internet que o DNS conheça.',
      options,
    );
    this.name = 'AddressRefused';
  }
}

/** Where deliveries may go: the settings of an installation. */
export type GuardOptions = {
  /** Allows plain http, every port and loopback addresses, for development; nothing else changes. */
  allowLocal: boolean;
  /** Ports of receivers; 443 and 8443 when absent. */
  ports?: readonly number[] | undefined;
};

/** Ports and length that the URL of a public receiver may have. */
const usualPorts = [443, 8443];
const longestUrl = 2_048;
/** At most so many addresses of one family are tried; more would only lengthen an attempt. */
const addressesOfFamily = 2;
/** Characters that URL parsers drop or change: no honest URL has them, and parsers disagree about them. */
const trickery = /[\s\p{C}\\#]/u;

/**
 * The URL, when deliveries may go to it: https, a host that looks public, no credentials, an allowed port. The addresses behind the name are checked
 * at the connection (`guardedLookup`), because they may change until then.
 *
 * @throws AddressRefused
 */
export function checkUrl(text: string, { allowLocal, ports = usualPorts }: GuardOptions): URL {
  if (text.length > longestUrl || trickery.test(text) || !URL.canParse(text)) throw new AddressRefused();
  const url = new URL(text);
  const host = hostOf(url);
  const isFine = isWrittenPlainly(text, url);
  if (isFine && allowLocal && isLocalHost(host) && /^https?:$/.test(url.protocol)) return url;
  const isProtocolFine = url.protocol === 'https:' || (allowLocal && url.protocol === 'http:');
  const isPortFine = allowLocal || ports.includes(Number(url.port || 443));
  const isHostFine = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  if (!isFine || !isProtocolFine || !isPortFine || !isHostFine) throw new AddressRefused();
  return url;
}

/** Whether a socket may connect to an address. */
export function isAllowedAddress(address: string, { allowLocal }: GuardOptions): boolean {
  return isPublicAddress(address) || (allowLocal && isLoopback(address));
}

/**
 * A lookup for sockets: they connect to the addresses that were checked, so that a name cannot change in between. One non-public address refuses the
 * whole answer.
 */
export function guardedLookup(guard: GuardOptions, names: ResolveName): LookupFunction {
  const addressesOf = async (hostname: string) => {
    const found = guard.allowLocal && isLocalName(hostname) ? ['127.0.0.1', '::1'] : await resolved(names(hostname));
    if (found.length === 0 || !found.every((address) => isAllowedAddress(address, guard))) {
      throw new AddressRefused({ cause: new Error(`the name leads to ${found.join(', ')}`) });
    }
    const checked = found.map((address) => ({ address, family: isIP(address) }));
    return [4, 6].flatMap((family) => checked.filter((one) => one.family === family).slice(0, addressesOfFamily));
  };
  return (hostname, { all }, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** @throws AddressRefused where the name has no address */
function resolved(found: Promise<string[]>): Promise<string[]> {
  return found.catch((cause: unknown) => {
    throw new AddressRefused({ cause });
  });
}

/** The host without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const isLocalHost = (host: string): boolean => isLocalName(host) || (isIP(host) !== 0 && isLoopback(host));
/** Names of this machine, which are not looked up in DNS (RFC 6761 §6.3). */
const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Suffixes that resolve only inside a private network, or nowhere (RFC 6761, RFC 9476, ICANN's `.internal`, and some that are only custom). */
const internalSuffix =
  /(^|\.)(localhost|local|internal|intranet|intra|private|lan|home|corp|localdomain|domain|workgroup|arpa|svc|consul|docker|test|example|invalid|onion|alt)$/;
/** A label of a DNS name: letters, digits, underscores and hyphens; other scripts arrive here as punycode. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const longestName = 253;
const authority = /^[a-z]+:\/\/([^/?]*)/i;

/** Whether a host, as a URL parser returns it, could be a name on the public internet. Does not look it up. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    host.length <= longestName &&
    labels.every((each) => label.test(each)) &&
    !internalSuffix.test(host)
  );
}

/**
 * Whether the URL's text has the host exactly as parsers return it, directly behind the scheme. Credentials, decimal, octal and short addresses,
 * escapes, full-width digits, odd dots and invisible characters are other ways to write a host; no URL needs them, and they hide it.
 */
function isWrittenPlainly(text: string, { hostname }: URL): boolean {
  const written = authority.exec(text)?.[1]?.replace(/:\d*$/, '').normalize('NFC').toLowerCase();
  if (written === undefined || written === '') return false;
  if (isIPv6(written.replace(/^\[|\]$/g, ''))) return true;
  return written === hostname || written === domainToUnicode(hostname);
}

/** Ranges of IPv4 that are no servers on the public internet (IANA special-purpose registry, 2025). */
const specialIpv4: [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's host agent, which answers on a public address
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Special ranges inside 2000::/3, the only part of IPv6 that is given out as public; Teredo and 6to4 can carry any IPv4 address. */
const specialIpv6: [address: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const blockedIpv4 = blockList(specialIpv4, 'ipv4');
const blockedIpv6 = blockList(specialIpv6, 'ipv6');
const globalIpv6 = blockList([['2000::', 3]], 'ipv6');
const loopbackIpv4 = blockList([['127.0.0.0', 8]], 'ipv4');
const loopbackIpv6 = blockList([['::1', 128]], 'ipv6');

/** Whether an address, without brackets, can be reached from anywhere on the internet. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedIpv4.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6');
}

/** Whether an address is this machine itself. */
function isLoopback(address: string): boolean {
  return isIPv4(address) ? loopbackIpv4.check(address, 'ipv4') : loopbackIpv6.check(address, 'ipv6');
}

function blockList(ranges: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

/** Warns at a process's start that webhooks may go to local addresses, which production must not allow. */
export function warnOfLocal({ allowLocal }: GuardOptions, logger: Logger): void {
  if (allowLocal) logger.warn('webhooks may go to http and to this machine: LAVRA_WEBHOOKS_ALLOW_LOCAL is on');
}
