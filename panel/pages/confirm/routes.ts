import { type Request, type Response, Router } from 'express';
import { SignInRefused } from '../../../operations/accounts/attempts.ts';
import { confirmByPasskey, confirmByPassword } from '../../../operations/accounts/confirm.ts';
import { signatureOptions } from '../../../operations/accounts/passkey-proof.ts';
import { passkeysOf } from '../../../operations/accounts/passkeys.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { asksForPasskey, refuseSignIn, siteOf } from '../../passkeys.ts';
import { admitted, ownPath } from '../../session.ts';
import { confirmHtml } from './view.ts';

/** The page where a signed-in person proves anew who she is, before pages that do harm in other hands. */
export function confirmPages({ orm, url, provider }: PanelParts): Router {
  const site = siteOf(url);
  const router = Router();

  router
    .route('/confirmar')
    .all(admitted('confirm'))
    .get(async (req, res) => {
      const { isConfirmed } = res.locals.person!;
      const back = ownPath(req.query['para']);
      if (isConfirmed) return void res.redirect(303, back);
      const fault =
        req.query['fora'] === '1'
          ? `${provider?.name ?? ''} não responde agora. Tente de novo em instantes.`
          : undefined;
      res.send(await form(res, back, fault));
    })
    .post((req, res) =>
      confirmed(req, res, (fields) =>
        confirmByPassword(orm, res.locals.person!, fields.get('senha') ?? '', placeOf(req).network),
      ),
    );

  router.post('/confirmar/chave', admitted('passkeyConfirm'), (req, res) =>
    confirmed(req, res, (fields) => confirmByPasskey(orm, site, res.locals.person!, fields.get('chave') ?? '')),
  );

  router.post(
    '/confirmar/chave/pedido',
    admitted('passkeyConfirm'),
    asksForPasskey((req, res) => {
      const { personId, sessionId } = res.locals.person!;
      const asking = { purpose: 'CONFIRM', holder: sessionId } as const;
      return signatureOptions(orm, site, asking, { personId, network: placeOf(req).network });
    }),
  );

  /** Checks the proof in the form, and redirects to where the person was going; or shows the form again, with the reason. */
  async function confirmed(req: Request, res: Response, work: (fields: URLSearchParams) => Promise<void>) {
    const fields = await readForm(req);
    const back = ownPath(fields.get('para'));
    try {
      await work(fields);
      res.redirect(303, back);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      refuseSignIn(res, error).send(await form(res, back, error.message));
    }
  }

  async function form(res: Response, back: string, fault?: string): Promise<string> {
    const { email, personId, isByProvider } = res.locals.person!;
    const hasPasskey = (await passkeysOf(orm, personId)).length > 0;
    return confirmHtml({ email, back, hasPasskey, provider: isByProvider && provider ? provider.name : null, fault });
  }

  return router;
}
