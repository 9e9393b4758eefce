import { delimiter } from 'node:path';
import { type Pack, readPack } from './packs.ts';

/**
 * The packs that a setting names, with the system's path delimiter between their folders.
 *
 * @param isNot what is thrown where a folder is none
 */
export function readPacks(setting: string | undefined, isNot: (folder: string, cause: unknown) => Error): Pack[] {
  return (setting ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => {
      try {
        return readPack(folder);
      } catch (cause) {
        throw isNot(folder, cause);
      }
    });
}

/** That a folder is no pack, as whoever set it reads it. */
export const notAPack = (folder: string): string =>
  `LAVRA_SCHEMAS aponta para ${folder}, que não é um pacote de esquemas.`;
