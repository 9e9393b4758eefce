import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRefused } from './address-refused.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** `allowLocal` lets plain http and this machine's own addresses through, for development; nothing else changes. */
export type GuardOptions = { allowLocal: boolean };

/** Names that only resolve inside somebody's network. */
const internalName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|arpa)$/;
const publicPorts = new Set(['', '443', '8443']);

/**
 * The URL, when it may be called: https, a public host by its form, no credentials, a usual port. What the name resolves to is checked where
 * the connection is made (`guardedLookup`), because it may change between here and there.
 *
 * @throws AddressRefused
 */
export function checkUrl(text: string, { allowLocal }: GuardOptions): URL {
  if (!URL.canParse(text)) throw new AddressRefused();
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
  const isFine = url.username === '' && url.password === '' && url.hash === '';
  if (isFine && allowLocal && isLocal && /^https?:$/.test(url.protocol)) return url;
  const isProtocolFine = url.protocol === 'https:' || (allowLocal && url.protocol === 'http:');
  const isPortFine = allowLocal || publicPorts.has(url.port);
  if (!isFine || !isProtocolFine || !isPortFine || !isPublicHost(host)) throw new AddressRefused();
  return url;
}

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !internalName.test(host);
}

/**
 * A resolver for sockets: the address that was checked is the one connected to, so a name cannot be moved in between. One address that is
 * not public refuses the whole answer.
 */
export function guardedLookup({ allowLocal }: GuardOptions, resolve: typeof lookup = lookup): LookupFunction {
  const isAllowed = (address: string): boolean => isPublicAddress(address) || (allowLocal && isLoopback(address));
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return callback(new AddressRefused(), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
