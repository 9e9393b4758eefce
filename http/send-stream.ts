import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { DomainError } from '../domain/errors.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Whether only the headers were asked for. */
    isHead?: boolean;
  }
}

/** A file that is made while it is sent: its content type, its file name, and its bytes. */
export type StreamedFile<Type extends string = string> = { type: Type; name: string; content: Readable };

/**
 * Sends a file as fast as its receiver takes it; status and headers go with the first byte. However the response ends, `content` is destroyed: at its
 * end, when the client has gone, or when `cut` is aborted, which closes the connection.
 *
 * @throws what `content` fails with
 * @throws DomainError `service_unavailable` when `cut` is aborted before the first byte
 */
export async function sendStream(
  res: Response,
  { type, name, content }: StreamedFile,
  cut: AbortSignal,
): Promise<void> {
  // Each end causes the other: when the client goes, the content fails; when the content fails, the connection closes. The first one is the reason.
  let end: 'closed' | 'failed' | undefined;
  content.once('error', () => {
    end ??= cut.aborted ? 'closed' : 'failed';
    if (end === 'failed') res.locals.errorCode = 'internal_error';
  });
  const close = (): void => {
    end ??= 'closed';
    content.destroy(new Error('the answer has ended'));
  };
  if (res.destroyed) return close();
  res.once('close', close);
  // Middleware and pipeline add several listeners to a response, more than Node's limit, beyond which it warns of a leak.
  res.setMaxListeners(2 * EventEmitter.defaultMaxListeners);
  try {
    await once(content, 'readable', { signal: cut });
    res.attachment(name).type(type);
    if (res.locals.isHead) return void res.end();
    await pipeline(content, res, { signal: cut });
  } catch (error) {
    if (cut.aborted && !res.headersSent) throw stopping(error);
    if (end === 'failed') throw error;
  }
}

function stopping(cause: unknown): DomainError {
  const message = 'O serviço está sendo reiniciado. Peça o arquivo de novo em instantes.';
  return new DomainError('service_unavailable', message, { cause });
}

/** Sets Content-Disposition: the browser shows the file, or saves it with `download`; either way under its name. */
export function setDisposition(res: Pick<Response, 'set'>, name: string, { download }: { download?: boolean }): void {
  res.set('Content-Disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`);
}
