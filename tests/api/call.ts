import { record } from '../support/clients/recording.ts';

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };
export type CallOptions = { key?: string; body?: unknown; headers?: Record<string, string> };

/** Text and bytes go as they are, anything else as JSON. */
function bytesOf(body: unknown): string | Buffer<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
}

/** Headers of a call whose test is not about compression, which both sides pay for in each answer. */
export const uncompressed = { 'accept-encoding': 'identity' };

/** Calls an address as an ERP does; a body that is neither text nor bytes goes as JSON. */
export async function callUrl(url: string, method: string, { key, body, headers = {} }: CallOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...uncompressed,
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const parsed: unknown = isJson ? JSON.parse(text) : {};
  if (isJson) record(method, url, response.status, parsed);
  return { status: response.status, headers: response.headers, text, body: parsed as Answer['body'] };
}
