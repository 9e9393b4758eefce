import type { Response } from 'express';
import { validate as isUuid } from 'uuid';
import type { PersonRole } from '../../../domain/accounts/roles.ts';
import type { Actor } from '../../../domain/audit/actor.ts';
import { NotFound } from '../../../domain/errors.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import { startMailToPerson } from '../../../http/wake.ts';
import { actOnce } from '../../../operations/access/repeatable.ts';
import { changeRole, endAccess, peopleWithAccess, type PersonWithAccess } from '../../../operations/accounts/access.ts';
import { type AnyPerson, findPeople, findPerson } from '../../../operations/accounts/all-people.ts';
import {
  lockPerson,
  removeSecondFactor,
  signOutPerson,
  unlockPerson,
} from '../../../operations/accounts/any-person.ts';
import {
  findInvitation,
  invitePerson,
  type OpenPersonInvitation,
  openInvitations,
  withdrawInvitation,
} from '../../../operations/accounts/invitations.ts';
import type { PeopleOwner } from '../../../operations/accounts/people-owner.ts';
import { overseeing } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { operatorAtOffice, actingOn, type CreationRequest, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type PeopleOperations = Extract<
  keyof AdminHandlers,
  | `${string}CompanyPe${string}`
  | `${string}OfficePe${string}`
  | `${string}Operator${string}`
  | 'listPeople'
  | 'lockPerson'
  | 'unlockPerson'
  | 'signOutPerson'
  | 'removeSecondFactor'
>;

/** People with access to the panel: of each company, of each office, and operators. Passwords and second factors are not shown. */
export function peopleHandlers(parts: PanelParts): Pick<AdminHandlers, PeopleOperations> {
  const { orm } = parts;
  const ofCompany = (res: Response): People => {
    const { operator, company } = actingOn(res);
    return peopleOf(parts, res, { kind: 'COMPANY', company, actor: operator.actor });
  };
  const ofOffice = async (res: Response, officeId: string): Promise<People> => {
    const { operator, office } = await operatorAtOffice(orm, res, officeId);
    const { id, taxId, name } = office;
    const { actor } = operator;
    return peopleOf(parts, res, { kind: 'OFFICE', office: { id, taxId, name, actor }, actor });
  };
  const ofInstallation = (res: Response): People =>
    peopleOf(parts, res, { kind: 'INSTALLATION', actor: operatorOf(res).actor });

  /** Changes somebody's account, and answers with how she stands after it. */
  async function changed(
    res: Response<AdminSchema<'AnyPerson'>>,
    id: string,
    change: (orm: PanelParts['orm'], actor: Actor, id: string) => Promise<void>,
  ): Promise<void> {
    const operator = operatorOf(res);
    await change(orm, operator.actor, known(id));
    const person = await overseeing(orm, operator, (em) => findPerson(em, id));
    if (!person) throw new NotFound('person');
    res.json(anyPersonView(person));
  }

  return {
    listPeople: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const { people, total } = await overseeing(orm, operatorOf(res), (em) => findPeople(em, req.query, page));
      res.json(listView(people.map(anyPersonView), total, page));
    },

    lockPerson: (req, res) => changed(res, req.params.personId, lockPerson),
    unlockPerson: (req, res) => changed(res, req.params.personId, unlockPerson),
    signOutPerson: (req, res) => changed(res, req.params.personId, signOutPerson),
    removeSecondFactor: (req, res) => changed(res, req.params.personId, removeSecondFactor),

    listCompanyPeople: async (_req, res) => void res.json(await ofCompany(res).list()),
    inviteCompanyPerson: (req, res) => ofCompany(res).invite(req),
    setCompanyPersonRole: async (req, res) => {
      res.json(await ofCompany(res).change(req.params.personId, req.body.role));
    },
    endCompanyPersonAccess: async (req, res) => void res.json(await ofCompany(res).end(req.params.personId)),
    withdrawCompanyPersonInvitation: async (req, res) => {
      res.json(await ofCompany(res).withdraw(req.params.invitationId));
    },

    listOfficePeople: async (req, res) => void res.json(await (await ofOffice(res, req.params.officeId)).list()),
    inviteOfficePerson: async (req, res) => (await ofOffice(res, req.params.officeId)).invite(req),
    setOfficePersonRole: async (req, res) => {
      const people = await ofOffice(res, req.params.officeId);
      res.json(await people.change(req.params.personId, req.body.role));
    },
    endOfficePersonAccess: async (req, res) => {
      res.json(await (await ofOffice(res, req.params.officeId)).end(req.params.personId));
    },
    withdrawOfficePersonInvitation: async (req, res) => {
      res.json(await (await ofOffice(res, req.params.officeId)).withdraw(req.params.invitationId));
    },

    listOperators: async (_req, res) => void res.json(await ofInstallation(res).list()),
    inviteOperator: (req, res) => ofInstallation(res).invite(req),
    setOperatorRole: async (req, res) => {
      res.json(await ofInstallation(res).change(req.params.personId, req.body.role));
    },
    endOperatorAccess: async (req, res) => void res.json(await ofInstallation(res).end(req.params.personId)),
    withdrawOperatorInvitation: async (req, res) => {
      res.json(await ofInstallation(res).withdraw(req.params.invitationId));
    },
  };
}

type People = ReturnType<typeof peopleOf>;
type Invitation = CreationRequest & { body: { email: string; role: PersonRole } };

/** The operations about the people of one owner. */
function peopleOf(parts: PanelParts, res: Response, owner: PeopleOwner) {
  const { orm } = parts;
  return {
    async list(): Promise<AdminSchema<'PeopleOfPlace'>> {
      const [people, invitations] = [await peopleWithAccess(orm, owner), await openInvitations(orm, owner)];
      return { data: people.map(personView), invitations: invitations.map(invitationView) };
    },

    /** Sends the answer itself: 201 with the new invitation, or 200 with the one that an earlier request sent. */
    async invite(req: Invitation): Promise<void> {
      const outcome = await actOnce(orm, operatorOf(res), repeatableOf(req), {
        act: (once) => invitePerson(parts, owner, req.body, (em, work) => once(em, work, ({ id }) => ({ id }))),
        again: async ({ id }) => (id === null ? null : findInvitation(orm, owner, id)),
      });
      if ('replayed' in outcome) {
        return void res.set('Idempotent-Replayed', 'true').json(invitationView(outcome.replayed));
      }
      const { mailId, link, ...invited } = outcome.made;
      if (mailId !== null) await startMailToPerson(parts, res, mailId);
      const mail = mailId === null ? null : { mailStatus: 'PENDING' as const, mailError: null };
      res.status(201).json({ ...invitationView({ ...invited, role: req.body.role, mail }), link });
    },

    async change(id: string, role: PersonRole): Promise<AdminSchema<'PersonWithAccess'>> {
      await changeRole(orm, owner, known(id), role);
      const person = (await peopleWithAccess(orm, owner)).find((each) => each.id === id);
      if (!person) throw new NotFound('person');
      return personView(person);
    },

    async end(id: string): Promise<{ success: true }> {
      await endAccess(orm, owner, known(id));
      return { success: true };
    },

    async withdraw(id: string): Promise<{ success: true }> {
      if (isUuid(id)) await withdrawInvitation(orm, owner, id);
      return { success: true };
    },
  };
}

/** @throws NotFound for text that is no id */
function known(id: string): string {
  if (isUuid(id)) return id;
  throw new NotFound('person');
}

function anyPersonView(person: AnyPerson): AdminSchema<'AnyPerson'> {
  const { id, name, email, standing, hasPassword, hasTotp, passkeys, sessions, places } = person;
  const { signedInAt, lastSeenAt, createdAt } = person;
  return {
    ...{ id, name, email, standing, hasPassword, hasTotp, passkeys, sessions, places },
    signedInAt: signedInAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function personView({ isIn, since, lastSeenAt, ...person }: PersonWithAccess): AdminSchema<'PersonWithAccess'> {
  return {
    ...person,
    since: since.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    canSignIn: isIn,
  };
}

function invitationView({ id, email, role, expiresAt, mail }: OpenPersonInvitation): AdminSchema<'PersonInvitation'> {
  return {
    ...{ id, email, role, expiresAt: expiresAt.toISOString() },
    mail: mail && { status: mail.mailStatus, error: mail.mailError ?? null },
  };
}
