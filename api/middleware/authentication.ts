import type { RequestHandler, Response } from 'express';
import type { Orm } from '../../config/orm.ts';
import { hashApiKey, looksLikeApiKey } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';
import { admit, type Quota } from '../../operations/access/admit.ts';
import { HttpRefusal } from '../http-refusal.ts';

/** Admits callers whose key is live, has a token left and has the scopes of the operation; puts the quota on the response. */
export function authentication(orm: Orm): RequestHandler {
  return async (req, res, next) => {
    const { operation } = res.locals;
    if (!operation?.scopes) return next();
    const admission = await admit(orm, hashApiKey(keyOf(req.get('authorization'))));
    if (admission.kind === 'unknown') throw invalidKey();
    res.locals.caller = admission.caller;
    res.set('Cache-Control', 'no-store');
    tellQuota(res, admission.quota);
    if (admission.kind === 'limited') {
      const message = 'Limite de requisições desta chave atingido. Aguarde o tempo de Retry-After e tente de novo.';
      throw new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '1' });
    }
    const missing = operation.scopes.filter((scope) => !admission.caller.scopes.includes(scope));
    if (missing.length > 0) {
      throw new DomainError('insufficient_scope', `A chave de API não tem o escopo ${missing.join(', ')}.`);
    }
    next();
  };
}

function keyOf(header: string | undefined): string {
  if (header === undefined || header.trim() === '') {
    const message = 'Envie a chave de API no cabeçalho Authorization: Bearer <chave>.';
    throw new HttpRefusal(401, 'missing_api_key', message, challenge);
  }
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (!looksLikeApiKey(key)) throw invalidKey();
  return key;
}

const challenge = { 'WWW-Authenticate': 'Bearer' };

function invalidKey(): HttpRefusal {
  return new HttpRefusal(401, 'invalid_api_key', 'A chave de API é inválida, foi revogada ou expirou.', challenge);
}

function tellQuota(res: Response, { limit, remaining, resetSeconds, windowSeconds }: Quota): void {
  res.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `${limit};w=${windowSeconds}`,
  });
}
