import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { stylesheet } from '../../domain/pages/invitation/stylesheet.ts';

const styleHash = createHash('sha256').update(stylesheet.text).digest('base64');

/** A page may use the one stylesheet in it, and send its form to where it came from. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers of a page whose address is a secret: nobody keeps it, frames it, lists it or is told that somebody came from it. */
export const privately: RequestHandler = (_req, res, next) => {
  res.type('html').set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  });
  next();
};
