import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Request } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { unsupportedBody } from '../http-refusal.ts';

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
