import type { NfseApi } from './addresses.ts';
import { route } from './operation.ts';

/** Addresses of SEFIN that only say that their service is elsewhere, or that no taxpayer is served here (OpenAPI of 2026-04). */
const paths = [
  '/DANFSe',
  '/DANFSe/*',
  '/ParametrosMunicipais',
  '/ParametrosMunicipais/*',
  '/decisao-judicial/nfse',
].map(route);

/** Whether an address answers 501 to everybody. */
export function isMoved(api: NfseApi, pathname: string): boolean {
  return api === 'sefin' && paths.some((path) => path.test({ pathname }));
}
