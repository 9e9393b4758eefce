import { BlockList, isIPv4 } from 'node:net';

/** Ranges of IPv4 that are not servers on the public internet (IANA special-purpose registry, 2025). */
const specialIpv4: [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's host agent answers on a public address
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

/** Special ranges inside 2000::/3, the only part of IPv6 given out as public; Teredo and 6to4 can carry any IPv4 address. */
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
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedIpv4.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6');
}

/** Whether an address is this machine itself. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) ? loopbackIpv4.check(address, 'ipv4') : loopbackIpv6.check(address, 'ipv6');
}

function blockList(ranges: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}
