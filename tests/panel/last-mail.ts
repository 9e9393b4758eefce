import type { Orm } from '../../config/orm.ts';
import { PersonMail } from '../../domain/accounts/invitation.entity.ts';
import { masterKey, sealOwner, unseal } from '../../domain/seal.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { panelUrl } from './panel-fixture.ts';

/** The path of the link in the last mail that the worker would send to an address. */
export async function lastMailTo(orm: Orm, email: string): Promise<string> {
  const mail = await acrossCompanies(orm).findOneOrFail(PersonMail, { email }, { orderBy: { createdAt: 'desc' } });
  const token = unseal(masterKey(Buffer.alloc(32, 7)), sealOwner.personMail(mail.id), mail.sealedToken!);
  return `${mail.address}${token}`.slice(panelUrl.length);
}
