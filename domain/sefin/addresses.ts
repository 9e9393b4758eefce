import table from '../../tables/endpoints.json' with { type: 'json' };
import { type Environment, environments } from '../companies/settings.ts';

/** Where the services of the national NFS-e are, each with its base address. */
export type NfseAddresses = { sefin: string; adn: string; parametrization: string };

/** The base addresses of an environment (tables/endpoints.json, after the official page). */
export function nfseAddresses(environment: Environment): NfseAddresses {
  return table.nfse[environment === 'PRODUCTION' ? 'production' : 'homologation'];
}

/** SEFIN's base address in homologation, moved to where an operator says it is: the official page and the captures differ in it. */
export function movedSefin(to: string | undefined): { from: string; to: string } | undefined {
  return to === undefined ? undefined : { from: nfseAddresses('HOMOLOGATION').sefin, to: to.replace(/\/+$/, '') };
}

/** Which of the services answers at an address, and for which environment; null of other addresses. */
export function nfseServiceAt(url: string): { authorizer: string; environment: Environment } | null {
  for (const environment of environments) {
    const { sefin, adn, parametrization } = nfseAddresses(environment);
    if (url.startsWith(sefin)) return { authorizer: 'SEFIN', environment };
    if (url.startsWith(adn) || url.startsWith(parametrization)) return { authorizer: 'ADN', environment };
  }
  return null;
}
