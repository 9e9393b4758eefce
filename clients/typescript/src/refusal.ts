import type { ApiError } from './contract.ts';
import { LavraError } from './error.ts';

type Envelope = Pick<ApiError, 'message' | 'issues' | 'cStat' | 'rejection'> & { code: string };

/** The error that an answer without success stands for. Reads its body. */
export async function refusalOf(response: Response): Promise<LavraError> {
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const wait = retryAfterSeconds(response.headers);
  const body = parsed(await response.text());
  const { issues = [], cStat, rejection } = isEnvelope(body) ? body : {};
  const details = {
    issues,
    ...(cStat === undefined ? {} : { cStat }),
    ...(rejection === undefined ? {} : { rejection }),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
  };
  const facts = { status, requestId, details };
  return isEnvelope(body)
    ? new LavraError(body.code, body.message, facts)
    : new LavraError('unexpected_answer', `Resposta ${status} que não é da API Lavra.`, facts);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}

/**
 * Seconds that the answer asks to wait: `Retry-After` as seconds or as an HTTP date (RFC 9110, 10.2.3). A date is compared with the
 * server's own `Date`, because the clocks of two machines differ.
 */
function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((moment - (Number.isNaN(serverNow) ? now : serverNow)) / 1000));
}
