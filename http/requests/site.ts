import type { SiteAddress } from '../../domain/documents/service-sale.ts';
import type { Schema } from '../schema.ts';
import { sentFields } from './decimal-text.ts';

/** The address of works, of an event or of property; a CEP without its hyphen. */
export function site({ address }: { address?: Schema<'SiteAddressInput'> | null }): { address?: SiteAddress } {
  if (!address) return {};
  const { zipCode, street, number, neighborhood } = address;
  const abroad = sentFields(address, ['city', 'region']);
  const isAbroad = abroad.city !== undefined || abroad.region !== undefined;
  return {
    address: {
      zipCode: isAbroad ? zipCode : zipCode.replace(/^(\d{5})-(\d{3})$/, '$1$2'),
      ...{ street, number, neighborhood },
      ...abroad,
      ...sentFields(address, ['complement']),
    },
  };
}
