import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import type { PersonRole } from '../../../domain/accounts/roles.ts';
import { DomainError } from '../../../domain/errors.ts';
import { startLetter } from '../../../http/wake.ts';
import { changeRole, endAccess, peopleWithAccess } from '../../../operations/accounts/access.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { invitePerson, openInvitations, withdrawInvitation } from '../../../operations/accounts/invitations.ts';
import { ownersRoles, type PeopleOwner } from '../../../operations/accounts/people-owner.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { homes } from '../../parts/places.ts';
import type { PageName } from '../../rights.ts';
import { actingAsOperator, actingForOffice, actingOn, admitted } from '../../session.ts';
import { invitedHtml, peopleHtml } from './view.ts';

/** Where people of one kind are kept: the addresses, their rows in the table of rights, and whose they are. */
type PeoplePlace = {
  path: string;
  pages: Record<'list' | 'invite' | 'withdraw' | 'change' | 'end', PageName>;
  ownerOf: (res: Response) => PeopleOwner;
  /** What the addresses of a request begin with, and where who changed her own role goes on to. */
  base: (res: Response) => string;
  home: (res: Response) => string;
};

const places: readonly PeoplePlace[] = [
  {
    path: '/e/:taxId',
    pages: {
      list: 'people',
      invite: 'invitePerson',
      withdraw: 'withdrawInvitation',
      change: 'changeRole',
      end: 'endAccess',
    },
    ownerOf: (res) => {
      const { company } = actingOn(res);
      return { kind: 'COMPANY', company, actor: company.actor };
    },
    base: (res) => `/e/${actingOn(res).company.taxId}`,
    home: (res) => homes.COMPANY(actingOn(res).company.taxId),
  },
  {
    path: '/c/:taxId',
    pages: {
      list: 'officePeople',
      invite: 'inviteOfficePerson',
      withdraw: 'withdrawOfficeInvitation',
      change: 'changeOfficeRole',
      end: 'endOfficeAccess',
    },
    ownerOf: (res) => {
      const { office } = actingForOffice(res);
      return { kind: 'OFFICE', office, actor: office.actor };
    },
    base: (res) => `/c/${actingForOffice(res).office.taxId}`,
    home: (res) => homes.OFFICE(actingForOffice(res).office.taxId),
  },
  {
    path: '/o',
    pages: {
      list: 'operators',
      invite: 'inviteOperator',
      withdraw: 'withdrawOperatorInvitation',
      change: 'changeOperatorRole',
      end: 'endOperatorAccess',
    },
    ownerOf: (res) => ({ kind: 'INSTALLATION', actor: actingAsOperator(res).operator.actor }),
    base: () => '/o',
    home: homes.INSTALLATION,
  },
];

/** Where who decides about a company, an office or the installation says who has access to it, and as what. */
export function peoplePages(parts: PanelParts): Router {
  const router = Router();
  for (const place of places) router.use(peopleOf(parts, place));
  return router;
}

type OfPerson = Request<{ id: string }>;

function peopleOf(parts: PanelParts, { path, pages, ownerOf, base, home }: PeoplePlace): Router {
  const { orm } = parts;
  const router = Router();

  router.get(`${path}/pessoas`, admitted(pages.list), async (_req, res) => {
    res.send(await list(res));
  });

  router.post(`${path}/pessoas/convidar`, admitted(pages.invite), async (req, res) => {
    const owner = ownerOf(res);
    const form = await readForm(req);
    const asked = { email: form.get('email') ?? '', role: roleIn(form, owner) };
    try {
      const invited = await invitePerson(parts, owner, asked);
      if (invited.mailId !== null) await startLetter(parts, res, invited.mailId);
      if (invited.link === null) return res.redirect(303, `${base(res)}/pessoas`);
      res.send(invitedHtml(res.locals.person!, { base: base(res), email: invited.email, link: invited.link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      const status = error instanceof SignInRefused ? 429 : 400;
      res.status(status).send(await list(res, { fault: error.message, asked }));
    }
  });

  router.post(`${path}/convites/:id/retirar`, admitted(pages.withdraw), async (req: OfPerson, res) => {
    const { id } = req.params;
    if (isUuid(id)) await withdrawInvitation(orm, ownerOf(res), id);
    res.redirect(303, `${base(res)}/pessoas`);
  });

  router.post(`${path}/pessoas/:id/papel`, admitted(pages.change), async (req: OfPerson, res) => {
    const owner = ownerOf(res);
    const role = roleIn(await readForm(req), owner);
    await changed(req, res, (id) => changeRole(orm, owner, id, role), home(res));
  });

  router.post(`${path}/pessoas/:id/encerrar`, admitted(pages.end), async (req: OfPerson, res) => {
    await changed(req, res, (id) => endAccess(orm, ownerOf(res), id), '/');
  });

  /** @param own where who changed her own access goes on to */
  async function changed(req: OfPerson, res: Response, change: (id: string) => Promise<void>, own: string) {
    const { id } = req.params;
    try {
      if (isUuid(id)) await change(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return void res.status(400).send(await list(res, { fault: error.message }));
    }
    res.redirect(303, id === res.locals.person!.personId ? own : `${base(res)}/pessoas`);
  }

  async function list(res: Response, told: { fault?: string; asked?: { email: string; role: PersonRole } } = {}) {
    const owner = ownerOf(res);
    const [people, invitations] = [await peopleWithAccess(orm, owner), await openInvitations(orm, owner)];
    return peopleHtml(res.locals.person!, { kind: owner.kind, base: base(res), people, invitations, ...told });
  }

  return router;
}

/** The one that may do least, unless the form names another. */
function roleIn(form: URLSearchParams, { kind }: PeopleOwner): PersonRole {
  const roles: readonly PersonRole[] = ownersRoles[kind];
  return roles.find((role) => role === form.get('papel')) ?? roles.at(-1)!;
}
