import type { ClientSnapshot } from '../../clients/snapshot.ts';

export const addressFields = ['street', 'number', 'neighborhood', 'municipalityCode', 'city', 'state'] as const;
export type AddressField = (typeof addressFields)[number];
const abroadFields: readonly AddressField[] = ['street', 'number', 'neighborhood'];

/** What the layout asks of an address and the client's does not have; nothing where no address was given at all. */
export function missingAddressFields({ address, country }: ClientSnapshot): AddressField[] {
  if (!address) return [];
  const wanted = country === 'BR' ? addressFields : abroadFields;
  return wanted.filter((field) => !address[field]?.trim());
}
