import { portalHours } from '../../domain/access/portal-link.entity.ts';
import type { NewPortalLink, PortalRequest } from '../../operations/accounts/portal-links.ts';
import type { Schema } from '../schema.ts';

/** The user for whom a program opens the panel. */
export function portalRequest(body: Schema<'PortalLinkRequest'>): PortalRequest {
  const { personName, role, returnTo, frameOrigin, theme } = body;
  return {
    personName: personName.trim(),
    role,
    returnTo: returnTo ?? null,
    frameOrigin: frameOrigin ?? null,
    theme: theme ?? 'SYSTEM',
  };
}

/** A new link, as the contract shows it. */
export function portalLinkView({ url, expiresAt }: NewPortalLink): Schema<'PortalLink'> {
  return { url, expiresAt: expiresAt.toISOString(), sessionHours: portalHours };
}
