import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { LinkInvitation } from '../../../domain/offices/link-invitation.entity.ts';
import { type MasterKey, masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';

/** The master key of a test's API. */
const usualKey = masterKey(Buffer.alloc(32, 7));

/**
 * Has the office ask the company for a link, as the operator (who may ask repeatedly), and returns the token in the mail. The company has
 * an administrator afterwards.
 */
export async function invitationOf(
  orm: Orm,
  office: { id: string },
  company: { id: string },
  key: MasterKey = usualKey,
): Promise<{ token: string; id: string }> {
  const em = acrossCompanies(orm);
  const asked = await em.findOneOrFail(Company, { id: company.id });
  if (asked.settings) asked.settings = { ...asked.settings, adminEmails: ['socia@padaria.example'] };
  await em.flush();
  const { invitation } = await requestLink({ orm, masterKey: key }, { office, by: 'OPERATOR' }, asked.taxId);
  if (!invitation) throw new Error('the link was asked for already');
  const { sealedToken } = await acrossCompanies(orm).findOneOrFail(
    LinkInvitation,
    { id: invitation.id },
    { populate: ['sealedToken'] },
  );
  if (!sealedToken) throw new Error('the mail has gone');
  return { id: invitation.id, token: unseal(key, sealOwner.invitation(office.id, invitation.id), sealedToken) };
}
