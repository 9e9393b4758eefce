import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import {
  PortalLink,
  portalLinkSeconds,
  type PortalRole,
  type PortalTheme,
} from '../../domain/access/portal-link.entity.ts';
import { DomainError, type Issue } from '../../domain/errors.ts';
import type { CompanyCaller } from '../access/admit.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany, type Operator, operating } from '../in-company.ts';
import type { Transact } from '../transactions.ts';

/** What a program wants of a portal link: for which user, and how the pages look. */
export type PortalRequest = {
  personName: string;
  role: PortalRole;
  returnTo: string | null;
  theme: PortalTheme;
  /** The origin that shows the portal in a frame; null where it has a window of its own. */
  frameOrigin: string | null;
};

/** The panel's address, and the origins that the operator allows to frame the portal and to be returned to. */
export type PortalSetting = { panelUrl: string; portalOrigins: readonly string[] };

/** A link as its maker gets it: the address is given out only here, and its token is never stored. */
export type NewPortalLink = { url: string; expiresAt: Date };

/** Path under which a portal link is opened; the token follows. */
export const portalPath = '/portal/';

/**
 * Makes a link by which a user of the caller's system opens the company's panel, once, within two minutes.
 *
 * @throws DomainError `insufficient_scope` where the link would let the user issue and the key may not; `validation_error` for an origin that the
 *   operator does not allow
 */
export async function createPortalLink(
  orm: Orm,
  { keyId, scopes, company }: CompanyCaller,
  request: PortalRequest,
  setting: PortalSetting,
): Promise<NewPortalLink> {
  if (request.role === 'ISSUER' && !scopes.includes('documents:write')) {
    const message = 'Para abrir o painel a quem emite, a própria chave precisa do escopo documents:write.';
    throw new DomainError('insufficient_scope', message);
  }
  const transact: Transact = (work) => inCompany(orm, company.id, work);
  return makeLink(transact, { company, apiKey: keyId }, request, setting);
}

/**
 * As `createPortalLink`, with an operator's key that reaches the company. Such a key can create keys that issue, so that it may let a user issue,
 * too.
 *
 * @throws DomainError `validation_error` for an origin that the operator does not allow
 */
export function createPortalLinkAsOperator(
  orm: Orm,
  { operator, company }: { operator: Operator; company: ActingCompany },
  request: PortalRequest,
  setting: PortalSetting,
): Promise<NewPortalLink> {
  const transact: Transact = (work) => operating(orm, operator, company.id, work);
  return makeLink(transact, { company, operatorKey: operator.keyId }, request, setting);
}

type Maker = { company: Pick<ActingCompany, 'id' | 'actor'> } & ({ apiKey: string } | { operatorKey: string });

async function makeLink(
  transact: Transact,
  { company, ...key }: Maker,
  request: PortalRequest,
  setting: PortalSetting,
): Promise<NewPortalLink> {
  checkOrigins(request, setting);
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + portalLinkSeconds * 1000);
  await transact(async (em) => {
    const row = { company: company.id, ...key, tokenHash: hashLinkToken(token), expiresAt };
    const { id } = em.create(PortalLink, { ...row, ...request });
    recordFor(em, company, 'PORTAL_LINK_CREATED', id, { role: request.role });
  });
  return { url: `${setting.panelUrl.replace(/\/+$/, '')}${portalPath}${token}`, expiresAt };
}

function checkOrigins({ returnTo, frameOrigin }: PortalRequest, { panelUrl, portalOrigins }: PortalSetting): void {
  const issues: Issue[] = [];
  const unlisted = 'não está entre as origens que quem opera o Lavra permite (LAVRA_PORTAL_ORIGINS)';
  if (returnTo !== null && !portalOrigins.includes(URL.parse(returnTo)?.origin ?? '')) {
    issues.push({ path: 'returnTo', message: `o endereço de volta ${unlisted}` });
  }
  if (frameOrigin !== null && !portalOrigins.includes(frameOrigin)) {
    issues.push({ path: 'frameOrigin', message: `a origem ${unlisted}` });
  }
  if (frameOrigin !== null && !keepsCookiesInFrames(panelUrl)) {
    issues.push({ path: 'frameOrigin', message: 'o painel só abre num quadro se for servido por https' });
  }
  if (issues.length === 0) return;
  throw new DomainError('validation_error', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    issues,
  });
}

/** Whether browsers keep the panel's cookie inside the frame of another site: only over TLS, or on localhost. */
function keepsCookiesInFrames(panelUrl: string): boolean {
  const url = URL.parse(panelUrl);
  return url?.protocol === 'https:' || url?.hostname === 'localhost';
}
