import type { NoteArrival } from './arrival.ts';
import type { Role } from './words.ts';

/**
 * What a company is to a note that was distributed to it. A summary says nothing of it: only recipients get one (NT 2014.002 v1.40). An
 * intermediary of a service is OTHER: it neither owes for it nor answers for it here.
 */
export function roleOf({ schemaType, parties }: Pick<NoteArrival, 'schemaType' | 'parties'>, taxId: string): Role {
  if (schemaType === 'RES_NFE' || parties.recipient === taxId) return 'RECIPIENT';
  if (parties.carrier === taxId) return 'TRANSPORTER';
  return parties.authorized.includes(taxId) ? 'AUTHORIZED' : 'OTHER';
}
