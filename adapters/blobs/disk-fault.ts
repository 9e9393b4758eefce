import { stat } from 'node:fs/promises';
import { types } from 'node:util';
import { BlobFailed, type BlobFault } from './blobs.ts';

const faults: Record<string, BlobFault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOENT: 'refused',
  ENOTDIR: 'refused',
  EEXIST: 'refused',
};

/** Offices read these sentences, too, so they name the setting and not the folder. */
const sentences: Record<BlobFault, string> = {
  full: 'O disco da pasta de arquivos (LAVRA_BLOBS) está cheio: libere espaço ou aumente-o',
  refused: 'A pasta de arquivos (LAVRA_BLOBS) não existe ou não pode ser usada: confira o caminho e as permissões',
  away: 'O disco da pasta de arquivos (LAVRA_BLOBS) não respondeu como devia',
  missing: 'O arquivo, ou uma parte dele, não está mais na pasta de arquivos (LAVRA_BLOBS)',
  damaged: 'O arquivo na pasta de arquivos (LAVRA_BLOBS) está danificado',
};

/**
 * The result of a step on disk.
 *
 * @throws {BlobFailed} for whatever error of the system
 */
export async function onDisk<Result>(root: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof BlobFailed && error.fault !== 'missing') throw error;
    // A root that is absent means that the disk is not mounted: then that is the error, and not the missing file.
    const reason =
      (await stat(root).then(
        () => null,
        (absent: unknown) => absent,
      )) ?? error;
    throw reason instanceof BlobFailed ? reason : diskFailed(reason);
  }
}

/** An error of the system as a BlobFailed. */
export function diskFailed(error: unknown): BlobFailed {
  const code = codeOf(error);
  return failed(faults[code] ?? 'away', code, error);
}

/** The error; where a file or part is absent, a BlobFailed `missing`. */
export function orMissing(error: unknown): unknown {
  return isAbsent(error) ? failed('missing', codeOf(error), error) : error;
}

export function diskMissing(): BlobFailed {
  return new BlobFailed('missing', `${sentences.missing}.`);
}

export function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function failed(fault: BlobFault, code: string, cause: unknown): BlobFailed {
  return new BlobFailed(fault, `${sentences[fault]} (${code}).`, { cause });
}

function codeOf(error: unknown): string {
  return types.isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
}
