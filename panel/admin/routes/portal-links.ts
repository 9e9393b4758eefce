import { portalLinkView, portalRequest } from '../../../http/requests/portal-link.ts';
import { createPortalLinkAsOperator } from '../../../operations/accounts/portal-links.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn } from '../locals.ts';
import type { AdminHandlers } from '../operations.ts';

/** Links with which an operator's program opens a company's panel for one of its own users. */
export function portalLinkHandlers(parts: PanelParts): Pick<AdminHandlers, 'createCompanyPortalLink'> {
  const { orm, url: panelUrl, portalOrigins } = parts;
  return {
    createCompanyPortalLink: async (req, res) => {
      const setting = { panelUrl, portalOrigins };
      const made = await createPortalLinkAsOperator(orm, actingOn(res), portalRequest(req.body), setting);
      res.status(201).json(portalLinkView(made));
    },
  };
}
