import { createHash, type Hash } from 'node:crypto';
import type { StoredPart } from '../../domain/closings/closing.entity.ts';
import { BlobFailed } from './blobs.ts';

const tellEveryBytes = 4 * 1024 * 1024;

/** The parts by ascending number. */
export function partsInOrder(parts: readonly StoredPart[]): StoredPart[] {
  return parts.toSorted((one, other) => one.number - other.number);
}

export function sizeOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

export type PartsCheck = {
  /** @throws {BlobFailed} `damaged` at the end of a part whose bytes differ */
  add: (chunk: Uint8Array) => void;
  /** @throws {BlobFailed} `damaged` where bytes are missing */
  end: () => { size: number; sha256: string };
};

/**
 * Compares bytes, as they come, with size and checksum of each part when it was stored.
 *
 * @param onBytes called every few megabytes with the number of bytes so far
 */
export function checkAgainstParts(
  parts: readonly StoredPart[],
  onBytes: (count: number) => void = () => {},
): PartsCheck {
  const awaited = partsInOrder(parts).filter(({ size }) => size > 0);
  const whole = createHash('sha256');
  let current: { part: StoredPart; left: number; hash: Hash } | undefined;
  let size = 0;
  let told = 0;
  next();

  function next(): void {
    const part = awaited.shift();
    current = part && { part, left: part.size, hash: createHash('sha256') };
  }

  function take(bytes: Uint8Array): void {
    if (!current) throw damaged('o arquivo é mais longo do que o que foi gravado');
    current.hash.update(bytes);
    current.left -= bytes.length;
    if (current.left > 0) return;
    const { part, hash } = current;
    if (hash.digest('hex') !== part.sha256) throw damaged(`a parte ${part.number} não é a que foi gravada`);
    next();
  }

  return {
    add(chunk) {
      whole.update(chunk);
      size += chunk.length;
      for (let start = 0; start < chunk.length;) {
        const end = Math.min(chunk.length, start + (current?.left ?? chunk.length));
        take(chunk.subarray(start, end));
        start = end;
      }
      if (size - told < tellEveryBytes) return;
      told = size;
      onBytes(size);
    },
    end() {
      if (current) throw damaged(`o arquivo termina antes do fim da parte ${current.part.number}`);
      onBytes(size);
      return { size, sha256: whole.digest('hex') };
    },
  };
}

function damaged(what: string): BlobFailed {
  return new BlobFailed('damaged', `O arquivo lido de volta do armazenamento está danificado: ${what}.`);
}
