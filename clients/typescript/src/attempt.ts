import type { ApiError } from './contract.ts';
import { LavraError } from './error.ts';

export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends a request once. JSON is read to its end in here, so that an answer that breaks off counts as none; files stay streams.
 *
 * @throws LavraError for whatever is no success; the reason of the request's signal where the caller gave up
 */
export async function attempt(request: Request, fetch: Fetch, timeoutSeconds: number): Promise<Response> {
  const limit = new AbortController();
  const giveUp = (): void => limit.abort(request.signal.reason);
  const timer = setTimeout(() => limit.abort(), timeoutSeconds * 1000);
  if (request.signal.aborted) giveUp();
  request.signal.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await fetch(new Request(request, { signal: limit.signal }));
    return response.ok ? await whole(response) : await Promise.reject(await refusalOf(response));
  } catch (error) {
    if (error instanceof LavraError) throw error;
    if (request.signal.aborted) throw request.signal.reason;
    if (limit.signal.aborted) {
      throw new LavraError('timeout', `Sem resposta completa em ${timeoutSeconds} s.`, { cause: error });
    }
    throw new LavraError('connection_failed', `Sem conexão com ${new URL(request.url).origin}.`, { cause: error });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', giveUp);
  }
}

async function whole(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const { status, headers } = response;
  return new Response(await response.text(), { status, headers });
}

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
