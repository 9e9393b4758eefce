import type { CookieOptions, NextFunction, Request, RequestHandler, Response } from 'express';
import { providerTryMinutes } from '../domain/accounts/identity.entity.ts';
import { portalHours } from '../domain/access/portal-link.entity.ts';
import { type ActingRole, readOnlyRoles, type OperatorRole } from '../domain/accounts/roles.ts';
import { halfSessionMinutes } from '../domain/accounts/second-factor.entity.ts';
import { sessionDays } from '../domain/accounts/session.entity.ts';
import { allowFraming } from '../http/private-pages.ts';
import { withinSpan } from '../http/request-span.ts';
import { recordOfficeSupport, recordSupport } from '../operations/accounts/support.ts';
import { owesSecondFactor } from '../operations/accounts/second-factor-duty.ts';
import { isPortalSecret } from '../operations/accounts/portal-sessions.ts';
import { admitSession, type RequestedPlace, type SignedIn } from '../operations/accounts/sessions.ts';
import { nobody } from '../domain/companies/ownership.ts';
import { onlyReading, type Operator } from '../operations/in-company.ts';
import { failures } from './failures.ts';
import type { PanelParts } from './panel-parts.ts';
import { visitorPages, type PageName, personalForms, rightOf } from './rights.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Name of the page, or `health`, `asset` or `help`. */
    page?: PageName | 'health' | 'asset' | 'help';
    /** Who is signed in; absent on pages that anybody may open. */
    person?: SignedIn;
    /** Whether she must have a second factor, and has none. */
    owesSecondFactor?: boolean;
  }
}

export type SessionCookie = {
  read(req: Request): string | null;
  write(res: Response, secret: string): void;
  clear(res: Response): void;
};

/**
 * The cookies of the panel. `session` belongs to somebody who is signed in, `half` to somebody who still owes the second step: they differ, so that
 * the second is never taken for the first. `frame` holds a session in another site's frame; `session` reads it, too.
 */
export type Cookies = {
  session: SessionCookie;
  half: SessionCookie;
  frame: SessionCookie;
  /** For a browser that was sent to the organization's sign-in. */
  provider: SessionCookie;
};

/** With https the cookies are bound to this host and to TLS (`__Host-`); on a laptop there is no TLS to bind them to. */
export function sessionCookies(url: string): Cookies {
  const frame = cookieNamed('lavra-quadro', url, portalHours * 3_600_000, inFrames);
  const session = cookieNamed('lavra', url, sessionDays * 86_400_000);
  // A window does not use a frame's session: browsers without partitioned cookies would send it there, too.
  const inFrame = (req: Request): string | null => (req.get('sec-fetch-dest') === 'document' ? null : frame.read(req));
  return {
    session: { ...session, read: (req) => inFrame(req) ?? session.read(req) },
    frame,
    provider: cookieNamed('lavra-ida', url, providerTryMinutes * 60_000),
    half: cookieNamed('lavra-passo', url, halfSessionMinutes * 60_000),
  };
}

/** Browsers send such a cookie from another site's frame over TLS alone, and keep it apart for the frames of that site. */
const inFrames = { sameSite: 'none', secure: true, partitioned: true } as const;

function cookieNamed(plain: string, url: string, maxAge: number, others: CookieOptions = {}): SessionCookie {
  const isSecure = url.startsWith('https:');
  const name = isSecure ? `__Host-${plain}` : plain;
  const options = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/', ...others } as const;
  return {
    read: (req) => valueOf(req.get('cookie') ?? '', name),
    write: (res, secret) => void res.cookie(name, secret, { ...options, maxAge }),
    clear: (res) => void res.clearCookie(name, options),
  };
}

function valueOf(header: string, name: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** `/e/{cnpj or cpf}/…`: the company that a page is about; `/c/{cnpj or cpf}/…`: the office. */
const companyInPath = /^\/e\/([0-9A-Z]{11}|[0-9A-Z]{14})(?:\/|$)/;
const officeInPath = /^\/c\/([0-9A-Z]{11}|[0-9A-Z]{14})(?:\/|$)/;

function placeIn(path: string): RequestedPlace {
  return {
    company: companyInPath.exec(path)?.[1],
    office: officeInPath.exec(path)?.[1],
    isInstallation: path.startsWith('/o/'),
  };
}

/** Lets people through who are signed in; the others go to the sign-in page, and from there to where they were going. */
export function signedIn(
  { orm, secondFactor: duty, portalOrigins }: Pick<PanelParts, 'orm' | 'secondFactor' | 'portalOrigins'>,
  cookie: SessionCookie,
): RequestHandler {
  return async (req, res, next) => {
    const secret = cookie.read(req);
    // Browsers say `empty` for what a page fetches by itself, which is no use of the session.
    const isUse = req.get('sec-fetch-dest') !== 'empty';
    const person = secret === null ? null : await admitSession(orm, secret, placeIn(req.path), { isUse });
    if (person) {
      res.locals.person = person;
      if (person.portal?.frameOrigin != null) allowFraming(res, [person.portal.frameOrigin]);
      res.locals.owesSecondFactor = owesSecondFactor(duty, person);
      if (!res.locals.owesSecondFactor) await recordVisit(orm, person);
      return next();
    }
    if (secret !== null && isPortalSecret(secret)) {
      allowFraming(res, portalOrigins);
      return failures.portalOver(res, 401);
    }
    const back = req.method === 'GET' && req.path !== '/' ? `?para=${encodeURIComponent(req.originalUrl)}` : '';
    res.redirect(303, `/entrar${back}`);
  };
}

/** Records, before anything is shown, that an operator looks at a company or an office as support. */
async function recordVisit(orm: PanelParts['orm'], { company, office }: SignedIn): Promise<void> {
  if (company?.role === 'SUPPORT_LOOKING') await recordSupport(orm, company);
  if (office?.role === 'SUPPORT_LOOKING') await recordOfficeSupport(orm, office);
}

/**
 * Names the page, and turns away people whose roles are not in its row of the table of rights. A person who owes a second factor sets one up before
 * any page of a company, an office or the installation opens. Where the row asks for it, a person who has not proved lately who she is does so first:
 * then a page opens, while a form has to be sent again.
 */
export function admitted(page: PageName) {
  const { audience, isConfirmed } = rightOf(page);
  return <Params>(req: Request<Params>, res: Response, next: NextFunction): void => {
    res.locals.page = page;
    const { person, owesSecondFactor: owes } = res.locals;
    const isOfPlace = typeof audience === 'object';
    const role = isOfPlace ? rolesOf(person).find((each) => audience.includes(each)) : undefined;
    // A person who may not open the company must not learn whether it exists.
    if (isOfPlace && role === undefined) return next('router');
    if (audience === 'SIGNED_IN' && person?.portal && !visitorPages.has(page)) return next('router');
    if (isOfPlace && owes) {
      if (req.method === 'POST') return failures.withoutSecondFactor(res, secondFactorPath(formPage(req)));
      return res.redirect(303, secondFactorPath(req.originalUrl));
    }
    if (isConfirmed && !person?.isConfirmed) {
      if (req.method === 'POST') return failures.unconfirmed(res, confirmPath(formPage(req)));
      return res.redirect(303, confirmPath(req.originalUrl));
    }
    const isLooking = role !== undefined && readOnlyRoles.includes(role) && !personalForms.has(page);
    const goOn = (): void => (isLooking ? onlyReading(() => next()) : next());
    // A stream lasts as long as its page is open: its span would say nothing.
    if (page === 'live' || page === 'officeLive') return goOn();
    const ended = () => ({ 'lavra.company_id': person?.company?.id });
    withinSpan(req, res, goOn, { name: page, ended });
  };
}

/** The roles of a person in the place of her request: the company, the office, or the installation. */
function rolesOf(person: SignedIn | undefined): ActingRole[] {
  if (!person) return [];
  const operator = person.isInInstallation ? person.operator : null;
  return [person.company?.role, person.office?.role, operator].filter((role) => role !== null && role !== undefined);
}

/** The path on which a person proves who she is, before she goes on to `to`. */
export function confirmPath(to: string): string {
  return `/confirmar?para=${encodeURIComponent(to)}`;
}

/** The path on which a person sets up the second factor that she owes, before she goes on to `to`. */
function secondFactorPath(to: string): string {
  return `/conta/segundo-fator?para=${encodeURIComponent(to)}`;
}

/** The page that a form was sent from, as far as the browser says. */
function formPage<Params>(req: Request<Params>): string {
  const from = URL.parse(req.get('referer') ?? '');
  return from ? ownPath(from.pathname + from.search) : '/';
}

/** Who sends the request, and for which company; only for pages that roles of a company may open. */
export function actingOn(res: Response): { person: SignedIn; company: NonNullable<SignedIn['company']> } {
  const { person } = res.locals;
  if (!person?.company) throw new TypeError('the page is not one of a company');
  return { person, company: person.company };
}

/** Who sends the request, and for which office; only for pages that roles of an office may open. */
export function actingForOffice(res: Response): { person: SignedIn; office: NonNullable<SignedIn['office']> } {
  const { person } = res.locals;
  if (!person?.office) throw new TypeError('the page is not one of an office');
  return { person, office: person.office };
}

/** Who sends the request; only for pages that operators may open. */
export function actingAsOperator(res: Response): { person: SignedIn; operator: Operator; role: OperatorRole } {
  const { person } = res.locals;
  if (!person?.operator) throw new TypeError('the page is not one of operators');
  const actor = { kind: 'PERSON', id: person.personId, name: person.name, office: null } as const;
  return { person, operator: { keyId: nobody, companies: null, actor }, role: person.operator };
}

/** Where a page of the person's own account leads on to: the page `asked` for, or else the account. */
export function pathFromAccount(asked: unknown): string {
  const back = ownPath(asked);
  return back === '/' ? '/conta' : back;
}

/** The page `asked` for when it is a path of the panel other than a sign-in page; `/` otherwise. */
export function ownPath(asked: unknown): string {
  const isOwn = typeof asked === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(asked) && !asked.startsWith('/entrar');
  return isOwn ? asked : '/';
}
