import { type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { secondFactorsOf } from '../../../operations/accounts/own-factors.ts';
import { mustHaveSecondFactor } from '../../../operations/accounts/second-factor-duty.ts';
import { endPortal } from '../../../operations/accounts/portal-sessions.ts';
import { endSession, endSessionElsewhere, sessionsOf } from '../../../operations/accounts/sessions.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { placesOf } from '../../parts/places.ts';
import { admitted, type Cookies } from '../../session.ts';
import { leftPortalHtml } from '../portal/view.ts';
import { leftHtml } from '../sign-in/view.ts';
import { accountHtml } from './view.ts';

/** The page where a person begins, her account, and signing out. */
export function accountPages({ orm, secondFactor, provider }: PanelParts, cookies: Cookies): Router {
  const router = Router();

  router.get('/', admitted('home'), (_req, res) => {
    const [place] = placesOf(res.locals.person!);
    res.redirect(303, place?.home ?? '/conta');
  });

  router.get('/conta', admitted('account'), async (_req, res) => {
    const person = res.locals.person!;
    const [sessions, factors] = await Promise.all([
      sessionsOf(orm, person.personId),
      secondFactorsOf(orm, person.personId),
    ]);
    const mustHaveFactor = mustHaveSecondFactor(secondFactor, person);
    res.send(accountHtml(person, { sessions, factors, mustHaveFactor }));
  });

  router.post('/conta/sessoes/:id/encerrar', admitted('endSession'), async (req, res) => {
    const person = res.locals.person!;
    const { id } = req.params;
    const isThis = id === person.sessionId;
    if (isThis) {
      await endSession(orm, person.personId, id);
      forgetTab(res);
    } else if (isUuid(id)) {
      await endSessionElsewhere(orm, person, id);
    }
    res.redirect(303, isThis ? '/entrar' : '/conta');
  });

  router.post('/sair', admitted('signOut'), async (req, res) => {
    const { personId, sessionId, portal, isByProvider } = res.locals.person!;
    forgetTab(res);
    if (portal) {
      await endPortal(orm, cookies.session.read(req) ?? '');
      cookies[portal.frameOrigin === null ? 'session' : 'frame'].clear(res);
      return void res.send(leftPortalHtml(portal));
    }
    await endSession(orm, personId, sessionId);
    cookies.session.clear(res);
    if (!isByProvider || !provider) return res.redirect(303, '/entrar');
    const address = await provider.endAddress().catch(() => null);
    res.send(leftHtml(provider.name, address?.href ?? null));
  });

  return router;
}

/** A sale that somebody was writing is stored in the browser's tab: signing out clears it. */
function forgetTab(res: Response): void {
  res.set('clear-site-data', '"storage"');
}
