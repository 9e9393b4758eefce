import type { Environment } from '../companies/settings.ts';
import type { Request } from '../conversation/authority.ts';
import { nfseAddresses } from './addresses.ts';

/** GET /dps/{id}: which NFS-e a DPS has become; 400 and 404 say, as JSON, that it has become none. */
export function dpsQuestion(environment: Environment, dpsId: string): Request {
  const url = `${nfseAddresses(environment).sefin}/dps/${dpsId}`;
  return { method: 'GET', url, content: null, answers: [200, 400, 404] };
}
