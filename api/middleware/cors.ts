import type { RequestHandler } from 'express';

/** Request headers that a page may send besides those that browsers always allow. */
const asked = 'Authorization, Content-Type, Idempotency-Key, Prefer, Range, X-Request-Id, traceparent';

/** Response headers that a page may read besides those that browsers always allow. */
const exposed = [
  'Content-Disposition',
  'Content-Range',
  'Idempotent-Replayed',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
].join(', ');

/**
 * Lets pages of these origins call the API from a browser. A preflight is answered without a key, because browsers send none with it. Without origins
 * nothing is sent, and browsers let no page of another site read a response.
 */
export function cors(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (origins.length === 0) return next();
    res.vary('Origin');
    const origin = req.get('origin');
    if (origin === undefined || !origins.includes(origin)) return next();
    res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    if (req.method !== 'OPTIONS' || req.get('access-control-request-method') === undefined) return next();
    res
      .set({
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': asked,
        'Access-Control-Max-Age': '600',
      })
      .status(204)
      .end();
  };
}
