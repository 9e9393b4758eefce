import type { ClientSnapshot } from '../../clients/snapshot.ts';
import { missingAddressFields } from '../check/recipient.ts';

/**
 * A client as an NFC-e shows it: always a consumer, whatever its own type is (rules 729, 730 and 789). An address that is incomplete or abroad
 * is left out, because a sale at the counter does not need one.
 */
export function consumerOf(client: ClientSnapshot): ClientSnapshot {
  const isUsable = client.country === 'BR' && missingAddressFields(client).length === 0;
  return {
    ...client,
    taxpayerType: 'NAO_CONTRIBUINTE',
    stateRegistration: null,
    isuf: null,
    address: isUsable ? client.address : null,
  };
}
