import { type Request, type Response, Router } from 'express';
import { type IdentityProvider, ProviderAway, ProviderRefused } from '../../../domain/accounts/identity-provider.ts';
import { SignInRefused, spendNetworkAttempt } from '../../../operations/accounts/attempts.ts';
import { beginTry, type ProviderErrand, takeTry, tryOf } from '../../../operations/accounts/provider-tries.ts';
import { admitSession } from '../../../operations/accounts/sessions.ts';
import { confirmVouched, signInVouched } from '../../../operations/accounts/vouched.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { refuseSignIn } from '../../passkeys.ts';
import { admitted, type Cookies, ownPath } from '../../session.ts';
import { signInHtml } from '../sign-in/view.ts';
import { ways } from '../sign-in/ways.ts';

/** The path to which the provider sends people back. */
export const answerPath = '/entrar/organizacao/volta';

/** Signing in by the organization's own sign-in, where there is one. */
export function providerPages(parts: PanelParts, cookies: Cookies): Router {
  const { orm, provider } = parts;
  const router = Router();
  if (!provider) return router;

  router.get('/entrar/organizacao', admitted('providerSignIn'), (req, res) =>
    told(res, ownPath(req.query['para']), async () => {
      await spendNetworkAttempt(orm, placeOf(req).network);
      await leave(res, provider, { purpose: 'SIGN_IN', holder: null, back: ownPath(req.query['para']) });
    }),
  );

  router.get(answerPath, admitted('providerAnswer'), async (req, res) => {
    const secret = cookies.provider.read(req) ?? '';
    cookies.provider.clear(res);
    const errand = await takeTry(orm, secret);
    await told(res, errand?.back ?? '/', async () => {
      await spendNetworkAttempt(orm, placeOf(req).network);
      if (!errand) throw new ProviderRefused('nobody sent this browser there');
      const isAnew = errand.purpose === 'CONFIRM';
      const query = new URL(req.originalUrl, 'http://panel').search;
      const vouched = await provider.finish(query, tryOf(secret), { isAnew });
      if (!isAnew) return enter(req, res, errand.back, vouched);
      const own = await admitSession(orm, cookies.session.read(req) ?? '', {});
      if (own?.sessionId !== errand.holder || !own) throw new ProviderRefused('the session is another one');
      await confirmVouched(orm, provider, vouched, own);
      res.redirect(303, errand.back);
    });
  });

  async function enter(
    req: Request,
    res: Response,
    back: string,
    vouched: Awaited<ReturnType<IdentityProvider['finish']>>,
  ): Promise<void> {
    const [, invitation = null] = /^\/convite\/([\w-]+)$/.exec(back) ?? [];
    const { kind, secret, hasJoined } = await signInVouched(orm, provider!, vouched, { ...placeOf(req), invitation });
    const to = hasJoined ? '/' : back;
    if (kind === 'SESSION') {
      cookies.session.write(res, secret);
      return res.redirect(303, to);
    }
    cookies.half.write(res, secret);
    res.redirect(303, `/segundo-fator?para=${encodeURIComponent(to)}`);
  }

  /** Shows a refusal on the sign-in page, where the other ways are. */
  async function told(res: Response, back: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { refused, status } = refusalOf(error, provider!.name);
      res.locals.log.warn('nobody was let in by the provider', { error });
      if (status !== null) res.status(status);
      else refuseSignIn(res, refused);
      res.send(signInHtml({ back, fault: refused.message, ...ways(parts) }));
    }
  }

  async function leave(res: Response, to: IdentityProvider, errand: ProviderErrand): Promise<void> {
    const secret = await beginTry(orm, errand);
    const address = await to.start(tryOf(secret), { isAnew: errand.purpose === 'CONFIRM' });
    cookies.provider.write(res, secret);
    res.redirect(303, address.href);
  }

  return router;
}

/** Sends a signed-in person to the provider, to prove anew who she is. */
export function providerConfirmPages({ orm, provider }: PanelParts, cookies: Cookies): Router {
  const router = Router();
  if (!provider) return router;
  router.get('/confirmar/organizacao', admitted('providerConfirm'), async (req, res) => {
    const { sessionId } = res.locals.person!;
    const errand = { purpose: 'CONFIRM', holder: sessionId, back: ownPath(req.query['para']) } as const;
    const secret = await beginTry(orm, errand);
    try {
      const address = await provider.start(tryOf(secret), { isAnew: true });
      cookies.provider.write(res, secret);
      res.redirect(303, address.href);
    } catch (error) {
      if (!(error instanceof ProviderAway || error instanceof ProviderRefused)) throw error;
      res.locals.log.warn('the provider does not answer', { error });
      res.redirect(303, `/confirmar?para=${encodeURIComponent(errand.back)}&fora=1`);
    }
  });
  return router;
}

/** @returns the refusal, and its status when it is not the usual one of a refusal */
function refusalOf(error: unknown, name: string): { refused: SignInRefused; status: number | null } {
  if (error instanceof SignInRefused) return { refused: error, status: null };
  if (error instanceof ProviderAway) {
    const words = `${name} não responde agora. Tente de novo em instantes, ou entre por outro caminho, se houver um abaixo.`;
    return { refused: new SignInRefused(0, words), status: 503 };
  }
  if (error instanceof ProviderRefused) {
    const words = `A entrada por ${name} não foi concluída. Nada foi aberto; comece de novo.`;
    return { refused: new SignInRefused(0, words), status: 401 };
  }
  throw error;
}
