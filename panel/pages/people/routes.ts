import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import type { PersonRole } from '../../../domain/accounts/roles.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Markup } from '../../../domain/pages/html/markup.ts';
import { startMailToPerson } from '../../../http/wake.ts';
import { changeRole, endAccess, peopleWithAccess } from '../../../operations/accounts/access.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { invitePerson, openInvitations, withdrawInvitation } from '../../../operations/accounts/invitations.ts';
import { ownersRoles, type PeopleOwner } from '../../../operations/accounts/people-owner.ts';
import { companyActedFor, officeActedFor } from '../../../operations/provisioning/acted-for.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { doneNotice } from '../../parts/done.ts';
import { homePaths, officesAt } from '../../parts/places.ts';
import type { PageName } from '../../rights.ts';
import { actingAsOperator, actingForOffice, actingOn, admitted } from '../../session.ts';
import { invitedHtml, type PeopleOf, peopleHtml } from './view.ts';

/** Whose people a request is about: the base of their pages, and where a person goes on to who changed her own role. */
type Placed = { owner: PeopleOwner; base: string; home: string; of?: PeopleOf };

/** The people pages of one kind of owner: their paths, and their rows in the table of rights. */
type PeoplePlace = {
  path: string;
  pages: Record<'list' | 'invite' | 'withdraw' | 'change' | 'end', PageName>;
  /** @throws DomainError `not_found` */
  of: (parts: Pick<PanelParts, 'orm'>, res: Response, taxId: string) => Placed | Promise<Placed>;
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
    of: (_parts, res) => {
      const { company } = actingOn(res);
      const owner = { kind: 'COMPANY', company, actor: company.actor } as const;
      return { owner, base: `/e/${company.taxId}`, home: homePaths.COMPANY(company.taxId) };
    },
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
    of: (_parts, res) => {
      const { office } = actingForOffice(res);
      const owner = { kind: 'OFFICE', office, actor: office.actor } as const;
      return { owner, base: `/c/${office.taxId}`, home: homePaths.OFFICE(office.taxId) };
    },
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
    of: (_parts, res) => ({
      owner: { kind: 'INSTALLATION', actor: actingAsOperator(res).operator.actor },
      base: '/o',
      home: homePaths.INSTALLATION(),
    }),
  },
  {
    path: `${homePaths.INSTALLATION()}/:taxId`,
    pages: {
      list: 'peopleOfCompany',
      invite: 'inviteToCompany',
      withdraw: 'withdrawFromCompany',
      change: 'changeRoleInCompany',
      end: 'endAccessToCompany',
    },
    of: async ({ orm }, res, taxId) => {
      const { operator } = actingAsOperator(res);
      const company = await companyActedFor(orm, operator, taxId);
      const base = `${homePaths.INSTALLATION()}/${company.taxId}`;
      const owner = { kind: 'COMPANY', company, actor: operator.actor, byOperator: true } as const;
      return { owner, base, home: base, of: { here: 'empresas', name: company.tradeName || company.name } };
    },
  },
  {
    path: `${officesAt}/:taxId`,
    pages: {
      list: 'peopleOfOffice',
      invite: 'inviteToOffice',
      withdraw: 'withdrawFromOffice',
      change: 'changeRoleInOffice',
      end: 'endAccessToOffice',
    },
    of: async ({ orm }, res, taxId) => {
      const { operator } = actingAsOperator(res);
      const office = await officeActedFor(orm, operator, taxId);
      const base = `${officesAt}/${office.taxId}`;
      const owner = { kind: 'OFFICE', office, actor: operator.actor, byOperator: true } as const;
      return { owner, base, home: base, of: { here: 'escritorios', name: office.name } };
    },
  },
];

/** The pages where administrators of a company, an office or the installation decide who has access, and in which role. */
export function peoplePages(parts: PanelParts): Router {
  const router = Router();
  for (const place of places) router.use(peopleOf(parts, place));
  return router;
}

type OfPlace = Request<{ taxId: string }>;
type OfPerson = Request<{ taxId: string; id: string }>;

function peopleOf(parts: PanelParts, { path, pages, of }: PeoplePlace): Router {
  const { orm } = parts;
  const router = Router();
  const placed = ({ params }: OfPlace, res: Response) => of(parts, res, params.taxId);

  router.get(`${path}/pessoas`, admitted(pages.list), async (req: OfPlace, res) => {
    res.send(await list(await placed(req, res), res, { done: doneNotice(req, sentences) }));
  });

  router.post(`${path}/pessoas/convidar`, admitted(pages.invite), async (req: OfPlace, res) => {
    const place = await placed(req, res);
    const { owner, base } = place;
    const form = await readForm(req);
    const asked = { email: form.get('email') ?? '', role: roleIn(form, owner) };
    try {
      const invited = await invitePerson(parts, owner, asked);
      if (invited.mailId !== null) await startMailToPerson(parts, res, invited.mailId);
      if (invited.link === null) return res.redirect(303, `${base}/pessoas`);
      res.send(invitedHtml(res.locals.person!, { base, of: place.of, email: invited.email, link: invited.link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      const status = error instanceof SignInRefused ? 429 : 400;
      res.status(status).send(await list(place, res, { fault: error.message, asked }));
    }
  });

  router.post(`${path}/convites/:id/retirar`, admitted(pages.withdraw), async (req: OfPerson, res) => {
    const { owner, base } = await placed(req, res);
    const { id } = req.params;
    if (isUuid(id)) await withdrawInvitation(orm, owner, id);
    res.redirect(303, `${base}/pessoas`);
  });

  router.post(`${path}/pessoas/:id/papel`, admitted(pages.change), async (req: OfPerson, res) => {
    const place = await placed(req, res);
    const role = roleIn(await readForm(req), place.owner);
    await changed(req, res, place, { own: place.home, change: (id) => changeRole(orm, place.owner, id, role) });
  });

  router.post(`${path}/pessoas/:id/encerrar`, admitted(pages.end), async (req: OfPerson, res) => {
    const place = await placed(req, res);
    await changed(req, res, place, { own: '/', change: (id) => endAccess(orm, place.owner, id) });
  });

  /** @param work.own where a person goes on to who changed her own access */
  async function changed(
    { params: { id } }: OfPerson,
    res: Response,
    place: Placed,
    { own, change }: { own: string; change: (id: string) => Promise<void> },
  ): Promise<void> {
    try {
      if (isUuid(id)) await change(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return void res.status(400).send(await list(place, res, { fault: error.message }));
    }
    res.redirect(303, id === res.locals.person!.personId ? own : `${place.base}/pessoas`);
  }

  async function list({ owner, base, of: whose }: Placed, res: Response, told: ListMessages = {}) {
    const [people, invitations] = [await peopleWithAccess(orm, owner), await openInvitations(orm, owner)];
    return peopleHtml(res.locals.person!, { kind: owner.kind, base, of: whose, people, invitations, ...told });
  }

  return router;
}

type ListMessages = { fault?: string; asked?: { email: string; role: PersonRole }; done?: Markup | undefined };

const sentences = {
  'empresa-criada':
    'A empresa foi criada, em homologação. Convide agora quem a administra: é quem envia o certificado e segue os primeiros passos.',
  'escritorio-criado': 'O escritório foi criado. Convide agora quem o administra: é quem pede os vínculos às empresas.',
};

/** The role in the form, or else the one that may do least. */
function roleIn(form: URLSearchParams, { kind }: PeopleOwner): PersonRole {
  const roles: readonly PersonRole[] = ownersRoles[kind];
  return roles.find((role) => role === form.get('papel')) ?? roles.at(-1)!;
}
