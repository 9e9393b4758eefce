import { attempt, type Fetch } from './attempt.ts';
import { LavraError } from './error.ts';
import { pause } from './pause.ts';

export type Patience = {
  /** How often a request is repeated at most. */
  maxRetries: number;
  /** A pause that is asked to be longer is not waited for: the error comes at once, with `retryAfterSeconds`. */
  maxPauseSeconds: number;
  /** Each attempt fails after this time. */
  timeoutSeconds: number;
};

const firstPauseSeconds = 0.5;

/** Repeats what may be repeated, after the pause that the API asks for, or one that doubles each time. */
export function retrying(fetch: Fetch, { maxRetries, maxPauseSeconds, timeoutSeconds }: Patience): Fetch {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      try {
        return await attempt(request.clone(), fetch, timeoutSeconds);
      } catch (error) {
        if (!(error instanceof LavraError) || retries >= maxRetries || !mayRepeat(error, request)) throw error;
        const seconds = pauseSeconds(error, retries, maxPauseSeconds);
        if (seconds > maxPauseSeconds) throw error;
        await pause(seconds * 1000, request.signal);
      }
    }
  };
}

/**
 * With 429 and 503 Lavra itself says that nothing was done or that the same request brings the result. Without an answer of Lavra, only
 * what reads, sets something as a whole, or carries an Idempotency-Key does no harm twice.
 */
function mayRepeat({ status, code }: LavraError, request: Request): boolean {
  const isHarmless = ['GET', 'HEAD', 'PUT'].includes(request.method) || request.headers.has('idempotency-key');
  if (status === 0) return isHarmless;
  if (code === 'unexpected_answer') return isHarmless && [429, 502, 503, 504].includes(status);
  return status === 429 || status === 503;
}

// Callers that were refused together must not come back together. Never earlier than asked.
function pauseSeconds({ details }: LavraError, retries: number, maxPauseSeconds: number): number {
  const asked = details.retryAfterSeconds;
  if (asked !== undefined)
    return asked > maxPauseSeconds ? asked : Math.min(asked + Math.random() / 2, maxPauseSeconds);
  return Math.min(firstPauseSeconds * 2 ** retries, maxPauseSeconds) * (0.5 + Math.random() / 2);
}
