import { type Response, Router } from 'express';
import { allowFraming } from '../../../http/private-pages.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { portalPath } from '../../../operations/accounts/portal-links.ts';
import { enterPortal, findPortalLink } from '../../../operations/accounts/portal-sessions.ts';
import { failures } from '../../failures.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { homePaths } from '../../parts/places.ts';
import { admitted, type Cookies } from '../../session.ts';
import { portalHtml } from './view.ts';

/** The page where a user of a company's own system comes in. Only its button spends the link: opening it, as link previews do, spends nothing. */
export function portalPages({ orm, portalOrigins }: PanelParts, cookies: Cookies): Router {
  const rate = linkRate();
  const router = Router();

  router
    .route(`${portalPath}:token`)
    .all(admitted('portal'), (req, _res, next) => {
      rate.spend(req.params.token);
      next();
    })
    .get(async (req, res) => {
      const link = await findPortalLink(orm, req.params.token);
      if (!link?.isOpen) return over(res);
      if (link.frameOrigin !== null) allowFraming(res, [link.frameOrigin]);
      res.send(portalHtml(link));
    })
    .post(async (req, res) => {
      const link = await findPortalLink(orm, req.params.token);
      const entered = link?.isOpen ? await enterPortal(orm, req.params.token) : null;
      if (!link || !entered) return over(res);
      const isFramed = link.frameOrigin !== null;
      cookies[isFramed ? 'frame' : 'session'].write(res, entered.secret);
      res.redirect(303, homePaths.COMPANY(entered.taxId));
    });

  /** The frame of such a link is no longer known, so that any of the origins may show the answer. */
  function over(res: Response): void {
    allowFraming(res, portalOrigins);
    failures.portalOver(res, 404);
  }

  return router;
}
