import { type Request, type Response, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import { NotFound } from '../../../domain/errors.ts';
import { wakeMailing } from '../../../http/wake.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { findDocument } from '../../../operations/documents/find-document.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findMails, findSuppressions, liftSuppression } from '../../../operations/mails/find-mails.ts';
import { mailDocument } from '../../../operations/mails/send.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { filled, refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { actingOn, admitted } from '../../session.ts';
import { mailFields, noteMailHtml } from './view.ts';

type Noted = Request<{ taxId: string; id: string }>;

/** The mails of a note: those that were sent, sending it again, and lifting a suppressed address. */
export function noteMailPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/e/:taxId/notas/:id/email';

  router.get(at, admitted('noteMail'), async (req: Noted, res) => {
    res.send(await pageOf(orm, req, res, unsent()));
  });

  router.post(at, admitted('mailNote'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const { id } = req.params;
    const form = await readForm(req);
    try {
      const { kind = null, to = null } = checkedBody('DocumentMailRequest', filled(readValues(form, mailFields)));
      await mailDocument(orm, company, id, { kind, to });
      await wakeMailing(parts, res, { companyId: company.id, companyTaxId: company.taxId });
      res.redirect(303, `/e/${company.taxId}/notas/${id}/email`);
    } catch (error) {
      const state = refusedForm(error, form, mailFields);
      res.status(400).send(await pageOf(orm, req, res, state));
    }
  });

  router.post(`${at}/liberar`, admitted('liftSuppression'), async (req: Noted, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    try {
      await liftSuppression(orm, company, form.get('email') ?? '');
    } catch (error) {
      if (!(error instanceof NotFound)) throw error; // somebody else was faster, or the button was pressed twice
    }
    res.redirect(303, `/e/${company.taxId}/notas/${req.params.id}/email`);
  });

  return router;
}

async function pageOf(orm: Orm, req: Noted, res: Response, state: FormState): Promise<string> {
  const { person, company } = actingOn(res);
  const { id } = req.params;
  const shown = await inCompany(orm, company.id, async (em) => ({
    document: await findDocument(em, id),
    mails: await findMails(em, id),
    suppressed: new Set((await findSuppressions(em)).map(({ email }) => email)),
  }));
  const maySend = may(company.role, 'mailNote');
  return noteMailHtml({ person, base: `/e/${company.taxId}`, ...shown, maySend, state });
}
