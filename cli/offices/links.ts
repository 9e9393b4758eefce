import type { Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { LinkStatus } from '../../domain/offices/words.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { LinkSides } from '../../operations/offices/change-link.ts';
import { type LinkInFull, linksInFull } from '../../operations/offices/link-in-full.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { Refused } from '../refused.ts';

/** Both sides of a link as they are typed: tax ids or ids. */
export type TypedSides = { office: string; company: string };

/** Which links are wanted: every one, unless something is named. */
export type LinkQuery = Partial<TypedSides> & { status?: LinkStatus };

/** The links that are wanted, those that changed last first. @throws {ProvisioningRefused} `office_not_found`, `company_not_found` */
export async function findLinks(orm: Orm, { office, company, status }: LinkQuery): Promise<LinkInFull[]> {
  const where = {
    ...(office === undefined ? {} : { office: (await findOffice(orm, office)).id }),
    ...(company === undefined ? {} : { company: (await findCompany(orm, company)).id }),
    ...(status === undefined ? {} : { status }),
  };
  const em = acrossCompanies(orm);
  return linksInFull(em, await em.find(OfficeLink, where, { orderBy: { updatedAt: 'desc', id: 'desc' } }));
}

/** @throws {ProvisioningRefused} `office_not_found`, `company_not_found` */
export async function sidesOf(orm: Orm, { office, company }: TypedSides): Promise<LinkSides> {
  const { id: officeId } = await findOffice(orm, office);
  const { id: companyId } = await findCompany(orm, company);
  return { officeId, companyId };
}

/** Runs a change of a link; that there is none is told as the command line does. @throws {Refused} `link_not_found` */
export async function orNoLink<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (cause) {
    if (!(cause instanceof DomainError && cause.code === 'not_found')) throw cause;
    throw new Refused('link_not_found', 'Não há vínculo entre este escritório e esta empresa; veja "link list".', {
      cause,
    });
  }
}
