import { type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { signatureOptions } from '../../../operations/accounts/passkey-proof.ts';
import {
  choosePassword,
  type SignInResult,
  openPersonLink,
  signIn,
  signInByPasskey,
} from '../../../operations/accounts/sign-in.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { asksForPasskey, refuseSignIn, siteOf } from '../../passkeys.ts';
import { admitted, type Cookies, ownPath } from '../../session.ts';
import { endedLinkHtml, passwordHtml, signInHtml } from './view.ts';
import { ways } from './ways.ts';

/** The pages of people who are not signed in yet. */
export function signInPages(parts: PanelParts, cookies: Cookies): Router {
  const { orm, url } = parts;
  const offered = ways(parts);
  const site = siteOf(url);
  const rate = linkRate();
  const router = Router();

  router
    .route('/entrar')
    .all(admitted('signIn'))
    .get((req, res) => void res.send(signInHtml({ back: ownPath(req.query['para']), ...offered })))
    .post(async (req, res) => {
      const form = await readForm(req);
      const [email, password] = [form.get('email') ?? '', form.get('senha') ?? ''];
      const back = ownPath(form.get('para'));
      try {
        if (!offered.hasPasswords) throw new SignInRefused(0, 'Aqui não se entra com senha. Use outro caminho.');
        enter(res, await signIn(orm, { email, password }, placeOf(req)), back);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        refuseSignIn(res, error).send(signInHtml({ back, email, fault: error.message, ...offered }));
      }
    });

  router.post('/entrar/chave', admitted('passkeySignIn'), async (req, res) => {
    const form = await readForm(req);
    const back = ownPath(form.get('para'));
    try {
      const secret = await signInByPasskey(orm, site, form.get('chave') ?? '', placeOf(req));
      enter(res, { kind: 'SESSION', secret }, back);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      refuseSignIn(res, error).send(signInHtml({ back, fault: error.message, ...offered }));
    }
  });

  router.post(
    '/entrar/chave/pedido',
    admitted('passkeySignIn'),
    asksForPasskey((req) => {
      const { network } = placeOf(req);
      return signatureOptions(orm, site, { purpose: 'SIGN_IN', holder: null }, { personId: null, network });
    }),
  );

  router
    .route('/senha/:token')
    .all(admitted('password'), (req, _res, next) => {
      rate.spend(req.params.token);
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

  /** Writes a new secret: one that somebody put into the browser before opens nothing. */
  function enter(res: Response, { kind, secret }: SignInResult, to: string): void {
    if (kind === 'SESSION') {
      cookies.session.write(res, secret);
      return res.redirect(303, to);
    }
    cookies.half.write(res, secret);
    res.redirect(303, `/segundo-fator?para=${encodeURIComponent(to)}`);
  }

  return router;
}
