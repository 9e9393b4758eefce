import type { NormalClient } from './normalize.ts';

/** A client in normal form as the fields of its record, the address among them. */
export function recordOf({ address, ...client }: NormalClient) {
  return {
    ...client,
    tradeName: client.tradeName ?? null,
    zipCode: address?.zipCode ?? null,
    street: address?.street ?? null,
    number: address?.number ?? null,
    complement: address?.complement ?? null,
    neighborhood: address?.neighborhood ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    municipalityCode: address?.municipalityCode ?? null,
  };
}
export type ClientRecord = ReturnType<typeof recordOf>;
