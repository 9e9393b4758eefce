import type { NormalClient } from './normalize.ts';

/** The state of every client abroad, by which lists find them; no address has it. */
export const stateAbroad = 'EX';

/** A client in normal form as the fields of its record, the address among them. */
export function recordOf({ address, ...client }: NormalClient) {
  return {
    ...client,
    tradeName: client.tradeName ?? null,
    isuf: client.isuf ?? null,
    zipCode: address?.zipCode ?? null,
    street: address?.street ?? null,
    number: address?.number ?? null,
    complement: address?.complement ?? null,
    neighborhood: address?.neighborhood ?? null,
    city: address?.city ?? null,
    state: client.country === 'BR' ? (address?.state ?? null) : stateAbroad,
    municipalityCode: address?.municipalityCode ?? null,
  };
}
export type ClientRecord = ReturnType<typeof recordOf>;
