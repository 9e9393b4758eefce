import type { EntityManager } from '../../config/orm.ts';
import { recordForOffice } from '../outbox.ts';
import type { LinkInFull } from './link-in-full.ts';

/**
 * Writes that a link was made or changed, and one pending delivery per endpoint of its office that listens, into the transaction that does
 * it (invariant 4). Only the link's own office hears it, also that the link has ended; where none of its endpoints listens, nothing is
 * written.
 *
 * @returns the endpoints that wait for their actors
 */
export async function recordLinkUpdated(em: EntityManager, link: LinkInFull): Promise<string[]> {
  const { company, office } = link;
  return recordForOffice(em, { type: 'LINK_UPDATED', company: company.id, office: office.id, data: dataOf(link) });
}

/** What a receiver is told of a link (spec 2-extended §6). */
function dataOf({ id, company, status, requestedBy, issuingAllowed }: LinkInFull): Record<string, unknown> {
  return {
    linkId: id,
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    status,
    requestedBy,
    officeIssuingAllowed: issuingAllowed,
  };
}
