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
 * The bytes of a body, unpacked. Once they are too many no more is read, and the rest stays with the request.
 *
 * @throws DomainError `payload_too_large`; `validation_error` where it is packed in another way or broken
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
    unpacker.on('error', () => {}).destroy(); // what it still holds is of no use
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

/** What is left of a body up to this size is read off, so that the connection can serve the next request. */
const smallBytes = 64 * 1024;
/** What more is read off for a client that sends its body to the end before it looks, and how long it has to look. */
const lingerBytes = 4 * 1024 * 1024;
const lingerMs = 5_000;

/**
 * Lets the response of this request be the connection's last where a large part of its body may still be to come, which nobody would read.
 *
 * Node closes a connection at once after its last response. What it has not read by then resets the connection, and a reset can take the
 * response away from a client that is still sending. So the sending side alone is ended (RFC 9112 §9.6), and the client has a moment to
 * read and go.
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
