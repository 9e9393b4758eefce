import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Request, Response } from 'express';
import { DomainError } from '../domain/errors.ts';
import { unsupportedBody } from './refusal.ts';

const unpackers = new Map<string, () => Transform>([
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['gzip', createGunzip],
  ['zstd', createZstdDecompress],
]);

/**
 * The bytes of a body, decompressed. Stops reading at `limitBytes`; the rest stays in the request.
 *
 * @throws DomainError `payload_too_large`; `unsupported_media_type` where its Content-Encoding is unknown; `validation_error` where it breaks off or
 *   cannot be decompressed
 */
export async function readBody(req: Request, limitBytes: number): Promise<Buffer> {
  const packing = req.get('content-encoding')?.toLowerCase() ?? 'identity';
  const unpacker = unpackers.get(packing)?.();
  if (!unpacker && packing !== 'identity') throw unsupportedBody();
  if (Number(req.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  if (!unpacker) return collect(req, limitBytes);
  const giveUp = (): void => void (req.complete || unpacker.destroy(new Error('the request broke off')));
  req.once('close', giveUp);
  try {
    return await collect(req.pipe(unpacker), limitBytes);
  } finally {
    req.off('close', giveUp);
    req.unpipe(unpacker);
    unpacker.on('error', () => {}).destroy(); // what is left in it is of no use
  }
}

async function collect(source: Readable, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const chunks: AsyncIterable<Buffer> = source.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limitBytes) break;
      pieces.push(chunk);
    }
  } catch (cause) {
    throw new DomainError('validation_error', 'O corpo da requisição não chegou inteiro.', { cause });
  }
  if (size > limitBytes) throw tooLarge();
  return Buffer.concat(pieces);
}

function tooLarge(): DomainError {
  return new DomainError('payload_too_large', 'O corpo da requisição é grande demais.');
}

/** A body that is not read to its end is drained up to this size, so that the connection can serve the next request. */
const smallBytes = 64 * 1024;
/** How much more is drained, and for how long, where a client sends its whole body before it reads the response. */
const lingerBytes = 4 * 1024 * 1024;
const lingerMs = 5_000;

/**
 * Makes the response of this request the last of the connection, where a large part of the body may still be coming that nobody would read.
 *
 * Node closes a connection at once after its last response. Bytes that it has not read by then reset the connection, and a reset can take the
 * response away from a client that is still sending. So only the sending side is closed (RFC 9112 §9.6), and the client gets a moment to read and go.
 */
export function hangUp(req: Request, res: Response): void {
  if (req.complete || !isLarge(req)) return;
  res.set('Connection', 'close');
  const { socket } = req;
  const readBefore = socket.bytesRead;
  req.on('data', () => {
    if (socket.bytesRead - readBefore > lingerBytes) req.pause();
  });
  socket.destroySoon = () => {
    socket.end();
    const late = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(late));
  };
}

function isLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes;
}
