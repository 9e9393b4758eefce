import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Address } from '../transport/counter.ts';
import type { Environment } from '../transport/endpoints.ts';

/** The services of the national NFS-e, each at a base address of its own. */
export type NfseApi = 'sefin' | 'adn' | 'parametrization' | 'danfse';

/** What a request asks: of which service, in which environment, and the path below its base address. */
export type NfseAddress = { api: NfseApi; environment: Environment; path: string };

type Base = NfseAddress & { host: string };

const { production, homologation } = table.nfse;
const published: readonly Base[] = [...basesOf(production, 1), ...basesOf(homologation, 2)];

/** SEFIN is found below both of these, whatever the official page says of an environment (tables/endpoints.json, `nfse.note`). */
const sefinPaths = ['/sefinnacional', '/api/sefinnacional'];

export function nfseHosts(): string[] {
  return [...new Set(published.map(({ host }) => host))];
}

/** The service behind an address, or undefined when the address is none of the national NFS-e. */
export function nfseAddress({ host, path }: Pick<Address, 'host' | 'path'>): NfseAddress | undefined {
  const lower = path.toLowerCase();
  for (const base of published) {
    if (base.host !== host) continue;
    const below = (base.api === 'sefin' ? sefinPaths : [base.path]).find((one) => lower.startsWith(`${one}/`));
    if (below !== undefined) return { api: base.api, environment: base.environment, path: path.slice(below.length) };
  }
  return undefined;
}

function basesOf(urls: Readonly<Record<NfseApi, string>>, environment: Environment): Base[] {
  const apis: readonly NfseApi[] = ['sefin', 'adn', 'parametrization', 'danfse'];
  return apis.map((api) => {
    const { host, pathname } = new URL(urls[api]);
    return { api, environment, host, path: pathname.toLowerCase() };
  });
}
