import type { NoteArrival } from './reading/arrival.ts';
import type { Role } from './words.ts';

/**
 * What a company is to a note. Only recipients get summaries (NT 2014.002); who takes a service is its recipient, its intermediary only looks
 * on.
 *
 * @param taxId of the company, CNPJ or CPF
 */
export function roleOf({ schemaType, parties }: NoteArrival, taxId: string): Role {
  const { recipient, carrier, authorized } = parties;
  if (schemaType === 'RES_NFE' || recipient === taxId) return 'RECIPIENT';
  if (carrier === taxId) return 'TRANSPORTER';
  return authorized.includes(taxId) ? 'AUTHORIZED' : 'OTHER';
}
