import type { Environment } from '../companies/settings.ts';
import type { HttpAnswer, Request } from '../conversation/authority.ts';
import { nfseAddresses } from './addresses.ts';

/** GET /dps/{id}: which NFS-e a DPS has become; 400 and 404 say, as JSON, that it has become none. */
export function dpsQuestion(environment: Environment, dpsId: string): Request {
  const url = `${nfseAddresses(environment).sefin}/dps/${dpsId}`;
  return { method: 'GET', url, content: null, answers: [200, 400, 404] };
}

/** Whether SEFIN's service answered, and not a page of the web server that stands before it. */
export function isOfSefin({ body }: HttpAnswer): boolean {
  try {
    const said: unknown = JSON.parse(body);
    return typeof said === 'object' && said !== null && !Array.isArray(said);
  } catch {
    return false;
  }
}
