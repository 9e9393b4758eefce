import type { Request, RequestHandler } from 'express';
import { readBody } from '../http/bodies.ts';
import { isSameOrigin } from '../http/private-pages.ts';
import { failures } from './failures.ts';

const limitBytes = 64 * 1024;

/** Whatever changes something is a form of the panel's own pages: the cookie alone proves nothing of who sent it. */
export function ownForms(url: string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    if (req.method !== 'POST') return void failures.wrongMethod(res);
    if (!isSameOrigin(req, url)) return void failures.elsewhere(res);
    next();
  };
}

/** The fields of a form. @throws DomainError as `readBody` */
export async function readForm(req: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, limitBytes)).toString());
}
