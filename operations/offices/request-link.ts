import type { EntityManager, Orm } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { type LinkAsker, OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { MasterKey } from '../../domain/seal.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { withNothingAround, type TransactionWrapper } from '../transactions.ts';
import { inLink } from '../in-company.ts';
import { checkUnlinked, type LinkSides, lockLinks, recordLink, recordLinkUpdated } from './change-link.ts';
import { invite } from './invitations.ts';
import { lastInvitation, type LinkInFull, linkInFull } from './link-in-full.ts';

/** How many invitations of one link are mailed in a month; after that the office has to ask the company directly. */
const invitationsAMonth = 3;

/** The office that asks, and who asks for it. */
export type LinkRequester = {
  office: { id: string };
  by: LinkAsker;
  actor?: Actor;
  /** Whether another mail is wanted although one was sent: a program that only repeats its request does not say so. */
  isAgain?: boolean;
};

export type RequestedLink = {
  /** CREATED: requested just now, with an invitation; otherwise the link existed already. */
  outcome: 'CREATED' | 'PENDING' | 'ACTIVE';
  link: LinkInFull;
  /** The invitation whose mail the caller sends, by starting its run; null where there is none to send. */
  invitation: { id: string; recipients: string[] } | null;
  /** Endpoints with new deliveries, whose actors the caller wakes. */
  endpoints: string[];
};

/**
 * Asks a company to link itself to an office, and creates the invitation to its administrators. A link that is requested already gets no further
 * invitation, unless the last one has expired; there was nobody to invite and now there is; or the operator, or a person who asks for another mail,
 * wants one and none is under way.
 *
 * @param taxId CNPJ, with or without punctuation
 * @param around what happens in the same transaction
 * @throws DomainError `company_not_found`, `company_already_linked`, `limit_reached`
 */
export async function requestLink(
  { orm, masterKey }: { orm: Orm; masterKey: MasterKey },
  { office, by, actor = lavraItself, isAgain = by === 'OPERATOR' }: LinkRequester,
  taxId: string,
  around: TransactionWrapper<RequestedLink> = withNothingAround,
): Promise<RequestedLink> {
  const sides = { officeId: office.id, companyId: await companyOf(orm, taxId) };
  const asker = { by, actor, isAgain };
  return inLink(orm, sides, (em) => around(em, () => requestBetween(em, masterKey, sides, asker)));
}

async function requestBetween(
  em: EntityManager,
  masterKey: MasterKey,
  sides: LinkSides,
  { by, actor, isAgain }: Required<Omit<LinkRequester, 'office'>>,
): Promise<RequestedLink> {
  await lockLinks(em, sides.companyId);
  const known = await em.findOne(OfficeLink, { office: sides.officeId, company: sides.companyId });
  if (known?.status === 'ACTIVE') return asItIs(em, known, 'ACTIVE');
  await checkUnlinked(em, { company: sides.companyId, office: sides.officeId });
  const recipients = await administratorsOf(em, sides.companyId);
  const isAsked = known?.status === 'PENDING';
  if (isAsked && !(await isWorthAnother(em, known, { isAgain, recipients }))) return asItIs(em, known, 'PENDING');
  if (known) await checkRoom(em, known);
  const link = await asked(em, { known, ...sides, by });
  const invitation = await invite(em, masterKey, link, recipients);
  recordLink(em, actor, 'LINK_REQUESTED', link, { invited: recipients.length });
  const full = await linkInFull(em, link);
  return {
    outcome: 'CREATED',
    link: full,
    invitation: recipients.length > 0 ? { id: invitation.id, recipients } : null,
    endpoints: isAsked ? [] : await recordLinkUpdated(em, full),
  };
}

/** Reads the company by a database function, which gives only the one with this tax id. */
async function companyOf(orm: Orm, taxId: string): Promise<string> {
  const plain = plainTaxId(taxId);
  const [row] = await orm.em.fork().execute<{ id: string | null }[]>('select company_of_tax_id(?) as id', [plain]);
  if (row?.id) return row.id;
  throw new DomainError('company_not_found', `Não há empresa com o documento ${plain} nesta instalação do Lavra.`);
}

async function administratorsOf(em: EntityManager, id: string): Promise<string[]> {
  const { settings } = await em.findOneOrFail(Company, { id });
  const { adminEmails = [], email } = settings ?? {};
  if (adminEmails.length > 0) return adminEmails;
  return email ? [email] : [];
}

/** Whether a requested link gets another invitation. */
async function isWorthAnother(
  em: EntityManager,
  { id }: OfficeLink,
  { isAgain, recipients }: { isAgain: boolean; recipients: string[] },
): Promise<boolean> {
  const last = await lastInvitation(em, id);
  if (!last || last.expiresAt <= new Date()) return true;
  if (last.mailStatus === 'NOBODY') return recipients.length > 0;
  return isAgain && last.mailStatus !== 'PENDING';
}

async function asItIs(em: EntityManager, link: OfficeLink, outcome: 'PENDING' | 'ACTIVE'): Promise<RequestedLink> {
  return { outcome, link: await linkInFull(em, link), invitation: null, endpoints: [] };
}

async function checkRoom(em: EntityManager, { id }: OfficeLink): Promise<void> {
  const [row] = await em.execute<{ made: number }[]>(
    `select count(*)::int as made from link_invitation
     where link_id = ? and mail_status <> 'NOBODY' and created_at >= date_trunc('month', now(), 'America/Sao_Paulo')`,
    [id],
  );
  if ((row?.made ?? 0) < invitationsAMonth) return;
  const message = `Esta empresa já foi convidada ${invitationsAMonth} vezes neste mês. Fale com ela diretamente ou espere o próximo mês.`;
  throw new DomainError('limit_reached', message);
}

type LinkRequest = { known: OfficeLink | null; officeId: string; companyId: string; by: LinkAsker };

/** The link as PENDING; one that is PENDING already stays as it is. */
async function asked(em: EntityManager, { known, officeId, companyId, by }: LinkRequest): Promise<OfficeLink> {
  const at = new Date();
  if (known?.status === 'PENDING') return known;
  known?.ask(by, at);
  const link =
    known ?? em.create(OfficeLink, { office: officeId, company: companyId, requestedBy: by, requestedAt: at });
  await em.flush();
  return link;
}
