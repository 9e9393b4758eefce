import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Headers of pages that are for one reader: they are not cached, framed or indexed, and pages that they link to do not learn the address. A page may
 * send its form only to its own origin, and load only what `sources` allow.
 *
 * @param sources directives of the Content-Security-Policy, as `style-src 'self'`
 * @param referrer the Referrer-Policy: who learns where a reader came from; by default nobody
 */
export function privateHeaders(
  sources: readonly string[],
  referrer: 'no-referrer' | 'same-origin' = 'no-referrer',
): RequestHandler {
  const policy = [
    "default-src 'none'",
    ...sources,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  return (_req, res, next) => {
    res.type('html').set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': referrer,
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex',
    });
    next();
  };
}

/** Lets pages of these origins show the page in a frame; with no origins nothing changes. */
export function allowFraming(res: Response, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = res.get('Content-Security-Policy') ?? '';
  res.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`));
  res.removeHeader('X-Frame-Options'); // the header cannot name origins, and old browsers would refuse all
}

/** The directive that allows this text, and no other, as an inline style. */
export function inlineStyleDirective(text: string): string {
  return `style-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Whether a browser sent the request from a page of this server. A request without `Sec-Fetch-Site` and `Origin` is refused, because cookies go along
 * with whatever another site makes a browser send. The page must set the Referrer-Policy `same-origin`, otherwise browsers hide its origin.
 *
 * @param url where the server is reached
 */
export function isSameOrigin(req: Request, url: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.get('origin');
  return origin !== undefined && URL.parse(origin)?.host === URL.parse(url)?.host;
}

/**
 * Whether a form was sent from a page of this server, as far as the browser says. A request without the headers of a browser is accepted: the form
 * has a secret of its own, and this check only keeps another site from sending a secret that it learned.
 */
export function isOwnForm(req: Request, publicUrl?: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  if (origin === undefined || origin === 'null') return true; // browsers write `null` for a page with the Referrer-Policy `no-referrer`
  const own = [req.host, publicUrl && URL.parse(publicUrl)?.host];
  return own.includes(URL.parse(origin)?.host);
}
