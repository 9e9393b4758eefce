import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Rejection } from '../answers/rejection.ts';

/** Bytes of a message, at most. */
export const largestMessage = 500 * 1024;

/**
 * The text of a request.
 *
 * @throws Rejection 214 beyond 500 KB, 402 when the bytes or their declaration are not UTF-8.
 */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const bytes = await received(request);
  if (bytes.length > largestMessage) throw new Rejection(214);
  return decoded(bytes, request.headers['content-type'] ?? '');
}

/** All bytes of a request; where it is too large, only enough to show that. */
export async function received(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size <= largestMessage) chunks.push(chunk);
    size += chunk.length;
  });
  await once(request, 'end');
  return Buffer.concat(chunks);
}

/**
 * Bytes as text.
 *
 * @throws Rejection 402 when they, or what declares them, are not UTF-8.
 */
export function decoded(bytes: Buffer, contentType: string): string {
  const text = bytes.toString('utf8');
  const declared = [
    /charset="?([\w-]+)/i.exec(contentType)?.[1],
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(text)?.[1],
  ];
  if (declared.some((charset) => charset !== undefined && charset.toLowerCase() !== 'utf-8')) throw new Rejection(402);
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new Rejection(402);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
