import { type Request, type Response, Router } from 'express';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { signatureOptions } from '../../../operations/accounts/passkey-proof.ts';
import { halfSignedIn, passByCode, passByPasskey } from '../../../operations/accounts/second-factor.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { asksForPasskey, isRefused, refuseSignIn, siteOf } from '../../passkeys.ts';
import { admitted, type Cookies, ownPath } from '../../session.ts';
import { secondFactorHtml } from './view.ts';

/** The page after the password, for people who have a second factor. */
export function secondFactorPages(parts: PanelParts, cookies: Cookies): Router {
  const { orm, url } = parts;
  const site = siteOf(url);
  const router = Router();

  router
    .route('/segundo-fator')
    .all(admitted('secondFactor'))
    .get(async (req, res) => {
      const back = ownPath(req.query['para']);
      const half = await halfSignedIn(orm, cookies.half.read(req) ?? '');
      if (!half) return startAgain(res, back);
      res.send(secondFactorHtml({ ...half, back }));
    })
    .post((req, res) =>
      passed(req, res, (secret, fields) => passByCode(parts, secret, fields.get('codigo') ?? '', placeOf(req))),
    );

  router.post('/segundo-fator/chave', admitted('passkeySecondFactor'), (req, res) =>
    passed(req, res, (secret, fields) =>
      passByPasskey(orm, site, { secret, answer: fields.get('chave') ?? '' }, placeOf(req)),
    ),
  );

  router.post(
    '/segundo-fator/chave/pedido',
    admitted('passkeySecondFactor'),
    asksForPasskey(async (req) => {
      const half = await halfSignedIn(orm, cookies.half.read(req) ?? '');
      if (!half) return null;
      const { halfId: holder, personId } = half;
      const { network } = placeOf(req);
      return signatureOptions(orm, site, { purpose: 'SECOND_FACTOR', holder }, { personId, network });
    }),
  );

  type Pass = (secret: string, fields: URLSearchParams) => Promise<string>;

  /** Signs in a person with the right second factor, shows the form again for a wrong one, and starts anew when the five minutes are over. */
  async function passed(req: Request, res: Response, pass: Pass): Promise<void> {
    const fields = await readForm(req);
    const back = ownPath(fields.get('para'));
    const secret = cookies.half.read(req) ?? '';
    try {
      cookies.session.write(res, await pass(secret, fields));
      cookies.half.clear(res);
      res.redirect(303, back);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const half = await halfSignedIn(orm, secret);
      if (!half || !(error instanceof SignInRefused)) return startAgain(res, back);
      refuseSignIn(res, error).send(secondFactorHtml({ ...half, back, fault: error.message }));
    }
  }

  function startAgain(res: Response, back: string): void {
    cookies.half.clear(res);
    res.redirect(303, back === '/' ? '/entrar' : `/entrar?para=${encodeURIComponent(back)}`);
  }

  return router;
}
