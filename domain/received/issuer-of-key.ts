import { parseAccessKey } from '../access-key.ts';
import type { DistributionSource } from '../distribution/words.ts';
import { parseNfseKey } from '../nfse-key.ts';

/** Series of an NF-e whose issuer has a CPF in place of a CNPJ (MOC 7.0, B07). */
const isOfPerson = (series: number): boolean => series >= 910 && series <= 969;

/**
 * CNPJ or CPF of the issuer of a note, from its access key.
 *
 * @throws TypeError where the text is not an access key
 */
export function issuerOfKey(model: DistributionSource, accessKey: string): string {
  if (model === 'NFSE') return parseNfseKey(accessKey).taxId;
  const { taxId, series } = parseAccessKey(accessKey);
  return isOfPerson(series) ? taxId.slice(3) : taxId;
}
