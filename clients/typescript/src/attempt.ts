import { LavraError } from './error.ts';
import { refusalOf } from './refusal.ts';

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
