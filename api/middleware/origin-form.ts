import type { RequestHandler } from 'express';

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Takes an absolute address as the target of a request for its path, as every server must (RFC 9112 §3.2.2). Behind it the product only
 * meets paths.
 */
export const originForm: RequestHandler = (req, _res, next) => {
  const path = req.url.replace(authority, '');
  req.url = path.startsWith('/') ? path : `/${path}`;
  req.originalUrl = req.url;
  next();
};
