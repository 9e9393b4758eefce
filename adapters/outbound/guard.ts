import { isIP, type LookupFunction } from 'node:net';
import { isPublicName, isWrittenPlainly } from './host-name.ts';
import type { Names } from './names.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/**
 * A URL, a name or an address to which nothing may be sent. One message for every reason, so that it tells nothing about what is inside:
 * not even which names exist there. The operator's reason is its cause.
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
  /** Lets plain http, every port and this machine's own addresses through, for development; nothing else changes. */
  allowLocal: boolean;
  /** Ports of receivers; 443 and 8443 when absent. */
  ports?: readonly number[] | undefined;
};

/** Ports and length that the URL of a public receiver may have. */
const usualPorts = [443, 8443];
const longestUrl = 2_048;
/** As many addresses of one family as a fallback needs; more would only lengthen an attempt. */
const addressesOfFamily = 2;
/** Characters that URL parsers drop or change: no honest URL has them, and parsers read them in different ways. */
const trickery = /[\s\p{C}\\#]/u;

/**
 * The URL, when it may be called: https, a public host by its form, no credentials, an allowed port. What the name resolves to is checked
 * where the connection is made (`guardedLookup`), because it may change between here and there.
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

/** Whether a socket may go to an address, wherever the address comes from. */
export function isAllowedAddress(address: string, { allowLocal }: GuardOptions): boolean {
  return isPublicAddress(address) || (allowLocal && isLoopback(address));
}

/**
 * A resolver for sockets: the addresses that were checked are the ones connected to, so a name cannot be moved in between. One address that
 * is not public refuses the whole answer.
 */
export function guardedLookup(guard: GuardOptions, names: Names): LookupFunction {
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

/** @throws AddressRefused where the name leads nowhere */
function resolved(found: Promise<string[]>): Promise<string[]> {
  return found.catch((cause: unknown) => {
    throw new AddressRefused({ cause });
  });
}

/** The host without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const isLocalHost = (host: string): boolean => isLocalName(host) || (isIP(host) !== 0 && isLoopback(host));
/** Names of this machine, for which no DNS is asked (RFC 6761 §6.3). */
const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');
