import { delimiter } from 'node:path';
import { type Pack, readPack } from '../../adapters/schemas/pack.ts';
import type { Env } from '../../config/env.ts';
import { Refused } from '../refused.ts';

/** The packs that `LAVRA_SCHEMAS` names. @throws {Refused} `invalid_schema_pack` */
export function installedPacks({ schemas }: Pick<Env, 'schemas'>): Pack[] {
  return (schemas ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => {
      try {
        return readPack(folder);
      } catch (cause) {
        throw new Refused(
          'invalid_schema_pack',
          `LAVRA_SCHEMAS aponta para ${folder}, que não é um pacote de esquemas.`,
          { cause },
        );
      }
    });
}
