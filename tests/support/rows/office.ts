import { randomInt } from 'node:crypto';
import type { Orm } from '../../../config/orm.ts';
import { officeScopes, type OfficeScope } from '../../../domain/access/scopes.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createKey, createOffice } from '../../../operations/provisioning.ts';

/** Makes an office for this test alone, with a key of these scopes (every scope by default) and a very high rate limit. */
export async function newOffice(
  orm: Orm,
  { name = 'Contábil Horizonte', scopes = officeScopes }: { name?: string; scopes?: readonly OfficeScope[] } = {},
): Promise<{ office: Office; key: string; keyId: string }> {
  const taxId = String(randomInt(1e13, 9e13));
  const office = await createOffice(orm, { taxId, name });
  const rates = { ratePerSecond: 10_000, rateBurst: 10_000 };
  const { key, secret } = await createKey(acrossCompanies(orm), { office, name: 'teste', scopes, ...rates });
  return { office, key: secret, keyId: key.id };
}

/** Writes a link between office and company: by default ACTIVE, and without the right to issue. */
export async function linkOf(
  orm: Orm,
  office: Pick<Office, 'id'>,
  company: Pick<Company, 'id'>,
  state: Partial<Pick<OfficeLink, 'status' | 'issuingAllowed'>> = {},
): Promise<OfficeLink> {
  const em = acrossCompanies(orm);
  const link = em.create(OfficeLink, {
    office: office.id,
    company: company.id,
    status: 'ACTIVE',
    requestedBy: 'OFFICE',
    requestedAt: new Date(),
    ...state,
  });
  await em.flush();
  return link;
}
