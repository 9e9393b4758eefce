import { Router } from 'express';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { confirmByPassword } from '../../../operations/accounts/confirm.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { admitted, ownPath } from '../../session.ts';
import { confirmHtml } from './view.ts';

/** Where who is signed in proves anew who she is, before what is dangerous in other hands. */
export function confirmPages({ orm }: PanelParts): Router {
  const router = Router();

  router
    .route('/confirmar')
    .all(admitted('confirm'))
    .get((req, res) => {
      const { email, isConfirmed } = res.locals.person!;
      const back = ownPath(req.query['para']);
      if (isConfirmed) return void res.redirect(303, back);
      res.send(confirmHtml({ email, back }));
    })
    .post(async (req, res) => {
      const form = await readForm(req);
      const back = ownPath(form.get('para'));
      const person = res.locals.person!;
      try {
        await confirmByPassword(orm, person, form.get('senha') ?? '', placeOf(req).network);
        res.redirect(303, back);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        if (error.waitSeconds > 0) res.set('Retry-After', String(error.waitSeconds));
        const status = error.waitSeconds > 0 ? 429 : 401;
        res.status(status).send(confirmHtml({ email: person.email, back, fault: error.message }));
      }
    });

  return router;
}
