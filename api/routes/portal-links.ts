import { portalLinkView, portalRequest } from '../../http/requests/portal-link.ts';
import { createPortalLink } from '../../operations/accounts/portal-links.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

const onThisMachine = { panelUrl: 'http://localhost:3001', portalOrigins: [] };

/** Handlers of links by which a company's system opens the panel for its users. */
export function portalLinkHandlers({ orm, portal = onThisMachine }: ApiParts): Pick<Handlers, 'createPortalLink'> {
  return {
    createPortalLink: async (req, res) => {
      const made = await createPortalLink(orm, callerOf(res), portalRequest(req.body), portal);
      res.status(201).json(portalLinkView(made));
    },
  };
}
