import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Headers of pages that are nobody else's: nobody keeps one, frames it, lists it or is told that somebody came from it. A page may send its form
 * to where it came from, and load only what `sources` name.
 *
 * @param sources directives of its Content-Security-Policy, as `style-src 'self'`
 * @param referrer who is told where somebody came from; nobody unless it is said
 */
export function privately(
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

/** Lets the pages of these origins, and no other, show a page of `privately` in a frame; none where there are none. */
export function letFrame(res: Response, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = res.get('Content-Security-Policy') ?? '';
  res.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`));
  res.removeHeader('X-Frame-Options'); // it names no origins, and browsers that know the policy would refuse all
}

/** What lets a page use this text in it, and no other, as its style. */
export function styleOf(text: string): string {
  return `style-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Whether a request was sent from a page of this server, as the browser says: who says nothing is not believed, for a cookie goes along with
 * whatever another site has sent. The page must say `same-origin` in its Referrer-Policy, else browsers hide its origin.
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
 * Whether a form was sent from a page of this server, as far as the browser tells. Who has no browser is believed: a form has a secret of its own,
 * and this only keeps another site from sending one that it learned.
 */
export function isOwnForm(req: Request, publicUrl?: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  if (origin === undefined || origin === 'null') return true; // as browsers write it for a page that says `no-referrer`
  const own = [req.host, publicUrl && URL.parse(publicUrl)?.host];
  return own.includes(URL.parse(origin)?.host);
}
