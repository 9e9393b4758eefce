import type { Request, Response } from 'express';
import { type KeyPrefix, looksLikeApiKey, prefixOf } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Quota } from '../../operations/access/admit.ts';
import { HttpRefusal } from '../refusal.ts';

/** The header of a 401 that tells the caller to send a key. */
export const challenge = { 'WWW-Authenticate': 'Bearer' };

export function invalidKey(message = 'A chave de API é inválida, foi revogada ou expirou.'): HttpRefusal {
  return new HttpRefusal(401, 'invalid_api_key', message, challenge);
}

/**
 * The key in the Authorization header, if it has the form of a key of the wanted kind. Whether the key was ever issued is not checked.
 *
 * @param refuseKind called with the kind of a key of another kind; throws where a more helpful message exists
 * @throws HttpRefusal `missing_api_key`, `invalid_api_key`
 */
export function keyIn(req: Request, wanted: KeyPrefix, refuseKind: (kind: KeyPrefix) => void): string {
  const header = req.get('authorization');
  if (header === undefined || header.trim() === '') {
    const elsewhere = req.get('x-api-key') === undefined ? '' : ', não em X-Api-Key';
    const message = `Envie a chave de API no cabeçalho Authorization: Bearer <chave>${elsewhere}.`;
    throw new HttpRefusal(401, 'missing_api_key', message, challenge);
  }
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (key === '' && /^(\S+ +)?(ck|ok|lk)_\S+ *$/.test(header)) {
    throw invalidKey('Antes da chave de API falta a palavra Bearer: envie Authorization: Bearer <chave>.');
  }
  const kind = prefixOf(key);
  if (kind !== null && kind !== wanted) refuseKind(kind);
  if (kind !== wanted || !looksLikeApiKey(key)) throw invalidKey();
  return key;
}

/**
 * Puts the state of the key's token bucket into the response's headers.
 *
 * @throws HttpRefusal `rate_limited` where the bucket is empty
 */
export function applyRateLimit(res: Response, quota: Quota, isLimited: boolean): void {
  const { limit, remaining, resetSeconds, windowSeconds } = quota;
  res.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `${limit};w=${windowSeconds}`,
  });
  if (!isLimited) return;
  const message = 'Limite de requisições desta chave atingido. Aguarde o tempo de Retry-After e tente de novo.';
  throw new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '1' });
}

/** @throws DomainError `insufficient_scope` */
export function checkScopes(held: readonly string[], asked: readonly string[]): void {
  const missing = asked.filter((scope) => !held.includes(scope));
  if (missing.length === 0) return;
  throw new DomainError('insufficient_scope', `A chave de API não tem o escopo ${missing.join(', ')}.`);
}
