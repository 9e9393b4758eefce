import type { Parts } from '../activities/parts.ts';
import { SchemaFamilyMissing } from '../adapters/schemas/packs.ts';
import { rootSchemaOf, schemaFamilies } from '../domain/document-types.ts';

/** Compiles what documents of today are checked by, ahead of the first; a family that no pack has is told in the log. */
export function compileSchemas({ validatorOn, logger }: Pick<Parts, 'validatorOn' | 'logger'>): void {
  for (const family of schemaFamilies) {
    try {
      validatorOn(family, new Date()).compile(rootSchemaOf[family]);
    } catch (error) {
      if (!(error instanceof SchemaFamilyMissing)) throw error;
      logger.warn(error.message);
    }
  }
}
