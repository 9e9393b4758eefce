import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';
import type { SignInPlace } from '../operations/accounts/open-session.ts';

/** The network that an address is counted with: its /24, or the /64 of an IPv6 address, which is one household's. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  const [start = '', end] = (plain.split('%')[0] ?? '').split('::');
  const first = start === '' ? [] : start.split(':');
  const last = end === undefined || end === '' ? [] : end.split(':');
  const zeros = end === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** Where a request comes from. */
export function placeOf(req: Request): SignInPlace {
  return { network: networkOf(req.socket.remoteAddress ?? ''), agent: req.get('user-agent') ?? '' };
}
