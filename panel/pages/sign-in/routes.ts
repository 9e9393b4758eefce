import { type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { choosePassword, openPersonLink, signIn } from '../../../operations/accounts/sign-in.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { admitted, ownPath, type SessionCookie } from '../../session.ts';
import { endedLinkHtml, passwordHtml, signInHtml } from './view.ts';

/** Longer than any token: what is unknown anyway must not fill the memory. */
const rememberedLength = 64;

/** The pages of who is not signed in yet. */
export function signInPages({ orm }: PanelParts, cookie: SessionCookie): Router {
  const rate = linkRate();
  const router = Router();

  router
    .route('/entrar')
    .all(admitted('signIn'))
    .get((req, res) => void res.send(signInHtml({ back: ownPath(req.query['para']) })))
    .post(async (req, res) => {
      const form = await readForm(req);
      const [email, password] = [form.get('email') ?? '', form.get('senha') ?? ''];
      const back = ownPath(form.get('para'));
      try {
        enter(res, await signIn(orm, { email, password }, placeOf(req)), back);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        if (error.waitSeconds > 0) res.set('Retry-After', String(error.waitSeconds));
        const status = error.waitSeconds > 0 ? 429 : 401;
        res.status(status).send(signInHtml({ back, email, fault: error.message }));
      }
    });

  router
    .route('/senha/:token')
    .all(admitted('password'), (req, _res, next) => {
      rate.spend(req.params.token.slice(0, rememberedLength));
      next();
    })
    .get(async (req, res) => {
      const person = await openPersonLink(orm, req.params.token);
      if (!person) return void res.status(404).send(endedLinkHtml());
      res.send(passwordHtml(person));
    })
    .post(async (req, res) => {
      const { token } = req.params;
      const password = (await readForm(req)).get('senha') ?? '';
      try {
        enter(res, await choosePassword(orm, token, password, placeOf(req)), '/');
      } catch (error) {
        const person = error instanceof DomainError ? await openPersonLink(orm, token) : null;
        if (!(error instanceof DomainError)) throw error;
        if (!person) return void res.status(404).send(endedLinkHtml());
        res.status(400).send(passwordHtml({ ...person, fault: error.message }));
      }
    });

  /** A fresh secret: one that somebody has put into the browser before opens nothing. */
  function enter(res: Response, secret: string, to: string): void {
    cookie.write(res, secret);
    res.redirect(303, to);
  }

  return router;
}
