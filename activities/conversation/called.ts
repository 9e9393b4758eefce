import type { Environment } from '../../domain/companies/settings.ts';
import { authorizerAt } from '../../domain/sefaz/endpoints.ts';
import { nfseServiceAt } from '../../domain/sefin/addresses.ts';

/** Who answers at an address, as the portals call him, and for which environment. */
export type Called = { authorizer: string; environment: Environment };

/** Whom a message to this address reaches; null where none of the tables has it. */
export function calledAt(url: string): Called | null {
  return authorizerAt(url) ?? nfseServiceAt(url);
}
