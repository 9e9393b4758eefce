import { Router } from 'express';
import { NotFound } from '../../../domain/errors.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findSuppressions, liftSuppression } from '../../../operations/mails/find-mails.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { actingOn, admitted } from '../../session.ts';
import { mailSuppressionsHtml } from './view.ts';

/** The addresses that take no mail of a company, and taking one off the list. */
export function mailSuppressionPages({ orm }: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/emails-recusados';

  router.get(at, admitted('mailSuppressions'), async (req, res) => {
    const { person, company } = actingOn(res);
    const suppressions = await inCompany(orm, company.id, findSuppressions);
    const done = doneNotice(req, {
      liberado: 'O endereço volta a receber. As notas que não foram se enviam de novo na página de cada uma.',
    });
    const mayLift = may(company.role, 'liftListed');
    res.send(mailSuppressionsHtml({ person, base: `/e/${company.taxId}`, mayLift, suppressions, done }));
  });

  router.post(at, admitted('liftListed'), async (req, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    try {
      await liftSuppression(orm, company, form.get('email') ?? '');
    } catch (error) {
      if (!(error instanceof NotFound)) throw error; // somebody else was faster, or the button was pressed twice
    }
    res.redirect(303, doneAt(`/e/${company.taxId}/emails-recusados`, 'liberado'));
  });

  return router;
}
