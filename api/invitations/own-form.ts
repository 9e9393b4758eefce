import type { Request } from 'express';

/**
 * Whether a form was sent from a page of this server, as far as the browser tells. Who sends it has the token all the same: this keeps
 * another site from answering with one that it learned.
 */
export function isOwnForm(req: Request, publicUrl?: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  if (origin === undefined || origin === 'null') return true; // as browsers write it for a page that says `no-referrer`
  const own = [req.host, publicUrl && URL.parse(publicUrl)?.host];
  return own.includes(URL.parse(origin)?.host);
}
