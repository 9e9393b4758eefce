import { request } from 'undici';

export type Method = 'GET' | 'POST' | 'DELETE';

/** An answer: its bytes, and its headers in lower case. */
export type Answered = { status: number; bytes: Buffer; headers: Record<string, string | string[] | undefined> };

const answerWithinMs = 30_000;

/** Calls the API under a key, with `headers` on each call; what it refuses is thrown with its words, but for `expected` refusals. */
export function caller(api: string, key: string, headers: Record<string, string> = {}) {
  const ask = async (method: Method, path: string, body?: object, expected?: number): Promise<Answered> => {
    const answer = await request(`${api}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const { statusCode: status } = answer;
    if (status >= 300 && status !== expected)
      throw new Error(`${method} ${path} respondeu ${status}: ${bytes.toString()}`);
    return { status, bytes, headers: answer.headers };
  };
  const call = async (method: Method, path: string, body?: object): Promise<Buffer> =>
    (await ask(method, path, body)).bytes;
  const json = async (method: Method, path: string, body?: object): Promise<unknown> =>
    JSON.parse((await call(method, path, body)).toString('utf8'));
  return { ask, call, json };
}
