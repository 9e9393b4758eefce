import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { type CompanyRole, companyRoles } from '../../../domain/accounts/roles.ts';
import { DomainError } from '../../../domain/errors.ts';
import { startLetter } from '../../../http/wake.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { changeRole, companyPeople, endAccess } from '../../../operations/accounts/company-people.ts';
import { invitePerson, openInvitations, withdrawInvitation } from '../../../operations/accounts/invitations.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { actingOn, admitted } from '../../session.ts';
import { invitedHtml, peopleHtml } from './view.ts';

/** Where a company's administrators say who has access to it, and as what. */
export function peoplePages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();

  router.get('/e/:taxId/pessoas', admitted('people'), async (_req, res) => {
    res.send(await list(res));
  });

  router.post('/e/:taxId/pessoas/convidar', admitted('invitePerson'), async (req, res) => {
    const { person, company } = actingOn(res);
    const form = await readForm(req);
    const asked = { email: form.get('email') ?? '', role: roleIn(form) };
    try {
      const invited = await invitePerson(parts, company, asked);
      if (invited.mailId !== null) await startLetter(parts, res, invited.mailId);
      if (invited.link === null) return res.redirect(303, `/e/${company.taxId}/pessoas`);
      res.send(invitedHtml(person, { taxId: company.taxId, email: invited.email, link: invited.link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      const status = error instanceof SignInRefused ? 429 : 400;
      res.status(status).send(await list(res, { fault: error.message, asked }));
    }
  });

  router.post('/e/:taxId/convites/:id/retirar', admitted('withdrawInvitation'), async (req, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    if (isUuid(id)) await withdrawInvitation(orm, company, id);
    res.redirect(303, `/e/${company.taxId}/pessoas`);
  });

  router.post('/e/:taxId/pessoas/:id/papel', admitted('changeRole'), async (req, res) => {
    const role = roleIn(await readForm(req));
    await changed(req, res, (id) => changeRole(orm, actingOn(res).company, id, role), '/notas');
  });

  router.post('/e/:taxId/pessoas/:id/encerrar', admitted('endAccess'), async (req, res) => {
    await changed(req, res, (id) => endAccess(orm, actingOn(res).company, id), null);
  });

  /** @param own where who changed her own access goes on to, below the company; null for a company that is hers no more */
  async function changed(
    req: Request<{ id: string }>,
    res: Response,
    change: (id: string) => Promise<void>,
    own: string | null,
  ): Promise<void> {
    const { person, company } = actingOn(res);
    const { id } = req.params;
    try {
      if (isUuid(id)) await change(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return void res.status(400).send(await list(res, { fault: error.message }));
    }
    const base = `/e/${company.taxId}`;
    if (id !== person.personId) return res.redirect(303, `${base}/pessoas`);
    res.redirect(303, own === null ? '/' : `${base}${own}`);
  }

  async function list(res: Response, told: { fault?: string; asked?: { email: string; role: CompanyRole } } = {}) {
    const { person, company } = actingOn(res);
    const [people, invitations] = [await companyPeople(orm, company), await openInvitations(orm, company)];
    return peopleHtml(person, { taxId: company.taxId, people, invitations, ...told });
  }

  return router;
}

/** The one that may do least, unless the form names another. */
function roleIn(form: URLSearchParams): CompanyRole {
  return companyRoles.find((role) => role === form.get('papel')) ?? 'COMPANY_READER';
}
