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

/** A file that is sent while it is being made: its content type, the name to save it under, and the source of its bytes. */
export type StreamedFile<Type extends string = string> = { type: Type; name: string; content: Readable };

/**
 * Sends a file as fast as its receiver takes it, and no faster; status and headers go with its first byte. However the response ends,
 * `content` is destroyed: at its end, when the client has gone, or when `cut` is aborted, which closes the connection.
 *
 * @throws what `content` fails with
 * @throws DomainError `service_unavailable` when `cut` is aborted before the first byte
 */
export async function sendStream(
  res: Response,
  { type, name, content }: StreamedFile,
  cut: AbortSignal,
): Promise<void> {
  // Each end causes the other: if the client goes, the content fails; if the content fails, the connection closes. The first is the reason.
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
  // What surrounds each answer listens for its end, and a pipeline does so several times: one more than Node takes for a leak.
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

/** Browsers show the file, or save it where a download is asked for; either way under its name. */
export function dispose(res: Pick<Response, 'set'>, name: string, { download }: { download?: boolean }): void {
  res.set('Content-Disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`);
}
