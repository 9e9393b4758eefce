import { portalHours } from '../../domain/access/portal-link.entity.ts';
import { createPortalLink } from '../../operations/accounts/portal-links.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

const onThisMachine = { panelUrl: 'http://localhost:3001', portalOrigins: [] };

/** Links by which a company's system opens the panel for its users. */
export function portalLinkHandlers({ orm, portal = onThisMachine }: ApiParts): Pick<Handlers, 'createPortalLink'> {
  return {
    createPortalLink: async (req, res) => {
      const { personName, role, returnTo, frameOrigin, theme } = req.body;
      const request = {
        personName: personName.trim(),
        role,
        returnTo: returnTo ?? null,
        frameOrigin: frameOrigin ?? null,
        theme: theme ?? 'SYSTEM',
      };
      const { url, expiresAt } = await createPortalLink(orm, callerOf(res), request, portal);
      res.status(201).json({ url, expiresAt: expiresAt.toISOString(), sessionHours: portalHours });
    },
  };
}
