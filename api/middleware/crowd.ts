import type { RequestHandler } from 'express';
import type { Orm } from '../../config/orm.ts';
import type { PoolLine } from '../../config/pool-line.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { poolLineOf } from '../../operations/figures/pool.ts';

/** How many steps of requests may wait for the database at once: as many as a process gets done within seconds. */
const lineAtMost = 500;
const retryAfterSeconds = 2;

/**
 * Refuses a request with 429 where so many steps wait for the database that its own would come late. The request's key is not even looked up, which
 * would be one more step.
 *
 * @param atMost how many steps may wait
 */
export function limitWaiting(orm: Orm, atMost = lineAtMost): RequestHandler {
  let line: PoolLine | undefined;
  return async (_req, res, next) => {
    if (!res.locals.operation?.access) return next();
    line ??= await poolLineOf(orm);
    if (line.length < atMost) return next();
    const message = 'Há requisições demais ao mesmo tempo. Aguarde o tempo de Retry-After e tente de novo.';
    throw new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': String(retryAfterSeconds) });
  };
}
