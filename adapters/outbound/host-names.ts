import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';

/** Returns every address of a name. @throws NameUnresolved */
export type ResolveName = (hostname: string) => Promise<string[]>;

/** A name without an address: `absent` where DNS says that there is none, `unanswered` where DNS fails or does not answer in time. */
class NameUnresolved extends Error {
  constructor(reason: 'absent' | 'unanswered') {
    super(`the name is ${reason}`);
    this.name = 'NameUnresolved';
  }
}

/** Three tries within the deadline of an exchange: 1.5, 2 and 2 seconds. */
const patience = { timeout: 1_500, tries: 3, maxTimeout: 2_000 };
const absentCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

export type NamesOptions = {
  /** DNS servers in place of the system's, each as `address:port`. */
  servers?: string[];
  /** How long to wait for the second address family once the first has answered; RFC 8305 §3 waits 50 ms, but our DNS servers may be far away. */
  otherFamilyMs?: number;
};

/**
 * Resolves names by DNS queries, IPv4 and IPv6 at once. `getaddrinfo` would block one of the process's four threads for as long as a slow name takes,
 * and would use the hosts file and search domains, which describe the internal network.
 */
export function createNames({ servers, otherFamilyMs = 250 }: NamesOptions = {}): ResolveName {
  return async (hostname) => {
    // One resolver for each name: it follows the system's settings, and can be cancelled alone.
    const resolver = new Resolver(patience);
    if (servers) resolver.setServers(servers);
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    Promise.any(queries)
      .then(() => setTimeout(otherFamilyMs, undefined, { ref: false }))
      .then(
        () => resolver.cancel(),
        () => {},
      );
    const answers = await Promise.allSettled(queries);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const isAbsent = answers.every(
      (answer) => answer.status === 'rejected' && absentCodes.has(faultCode(answer.reason)),
    );
    throw new NameUnresolved(isAbsent ? 'absent' : 'unanswered');
  };
}

/** The `code` of a fault of Node, OpenSSL or undici; empty where it has none. */
export function faultCode(fault: unknown): string {
  return typeof fault === 'object' && fault !== null && 'code' in fault ? String(fault.code) : '';
}
