import { type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { halfSignedIn, passByCode } from '../../../operations/accounts/second-factor.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { admitted, type Cookies, ownPath } from '../../session.ts';
import { secondFactorHtml } from './view.ts';

/** What is asked for after the password, of who has a second factor. */
export function secondFactorPages(parts: PanelParts, cookies: Cookies): Router {
  const router = Router();

  router
    .route('/segundo-fator')
    .all(admitted('secondFactor'))
    .get(async (req, res) => {
      const back = ownPath(req.query['para']);
      const half = await halfSignedIn(parts.orm, cookies.half.read(req) ?? '');
      if (!half) return startAgain(res, back);
      res.send(secondFactorHtml({ ...half, back }));
    })
    .post(async (req, res) => {
      const form = await readForm(req);
      const back = ownPath(form.get('para'));
      const secret = cookies.half.read(req) ?? '';
      try {
        cookies.session.write(res, await passByCode(parts, secret, form.get('codigo') ?? '', placeOf(req)));
        cookies.half.clear(res);
        res.redirect(303, back);
      } catch (error) {
        const half = error instanceof SignInRefused ? await halfSignedIn(parts.orm, secret) : null;
        if (error instanceof DomainError || (error instanceof SignInRefused && !half)) return startAgain(res, back);
        if (!(error instanceof SignInRefused) || !half) throw error;
        if (error.waitSeconds > 0) res.set('Retry-After', String(error.waitSeconds));
        const status = error.waitSeconds > 0 ? 429 : 401;
        res.status(status).send(secondFactorHtml({ ...half, back, fault: error.message }));
      }
    });

  function startAgain(res: Response, back: string): void {
    cookies.half.clear(res);
    res.redirect(303, back === '/' ? '/entrar' : `/entrar?para=${encodeURIComponent(back)}`);
  }

  return router;
}
