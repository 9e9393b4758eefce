import type { Orm } from '../../config/orm.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { administering } from '../in-company.ts';

/** A link as its company sees it: with the office's name, and where questions about it go. */
export type LinkOfCompany = Pick<
  OfficeLink,
  'id' | 'status' | 'issuingAllowed' | 'requestedBy' | 'requestedAt' | 'decidedAt' | 'endedAt'
> & { office: Pick<Office, 'id' | 'taxId' | 'name' | 'email' | 'suspendedAt'> };

/**
 * The links of a company, past and requested ones too, the last to change first. It needs the panel's login: the API does not name offices to a
 * company.
 */
export function linksOfCompany(orm: Orm, company: Pick<ActingCompany, 'id' | 'actor'>): Promise<LinkOfCompany[]> {
  return administering(orm, company, async (em) => {
    const links = await em.find(OfficeLink, { company: company.id }, { orderBy: { updatedAt: 'desc', id: 'desc' } });
    const ids = links.map(({ office }) => office);
    // The table's policy shows a company the offices of its links; the ORM's filter would hide them.
    const found = await em.find(Office, { id: { $in: ids } }, { filters: { owner: false } });
    const offices = new Map(found.map((office) => [office.id, office]));
    return links.flatMap((link) => {
      const office = offices.get(link.office);
      return office ? [{ ...plain(link), office }] : [];
    });
  });
}

function plain({ id, status, issuingAllowed, requestedBy, requestedAt, decidedAt, endedAt }: OfficeLink) {
  return {
    id,
    status,
    issuingAllowed,
    requestedBy,
    requestedAt,
    decidedAt: decidedAt ?? null,
    endedAt: endedAt ?? null,
  };
}
