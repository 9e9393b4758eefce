import { join } from 'node:path';
import type { Pack } from '../../adapters/schemas/pack.ts';
import { packFor, packsInForce } from '../../adapters/schemas/packs.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import type { Env } from '../../config/env.ts';
import { isSchemaFamily, rootSchemaOf, type SchemaFamily, traitsOf } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { installedPacks } from '../schemas/installed-packs.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const titles = { nfe: traitsOf.NFE.title, nfse: traitsOf.NFSE.title } satisfies Record<SchemaFamily, string>;
const mend = 'instale um pacote com "lavra schemas add" e ponha a pasta em LAVRA_SCHEMAS';
const { ok, warning, failure } = findingsOf('schemas');

/** Which schema pack checks an NF-e of today, whether it is in force, and whether it and every pack of a later day compile. */
export function checkSchemas(env: Pick<Env, 'schemas'>): Finding[] {
  try {
    const packs = installedPacks(env);
    if (packs.length === 0) return [failure('LAVRA_SCHEMAS está vazio', mend)];
    const today = brasiliaDay(new Date());
    const used = packFor(packs, 'nfe', today);
    const ahead = packs.filter((pack) => pack !== used && pack.validFrom > today);
    return [checkUsed(used, today), ...ahead.flatMap(checkAhead)];
  } catch (error) {
    return [failure(reasonOf(error), mend)];
  }
}

function checkUsed(pack: Pack, today: string): Finding {
  compile(pack, 'nfe');
  const { id, validFrom } = pack;
  if (packsInForce([pack], 'nfe', today).length > 0) return ok(`NF-e: ${id}, em vigor desde ${validFrom}`);
  return warning(`NF-e: ${id} não está em vigor hoje (vale desde ${validFrom})`, mend);
}

/** What is broken in it would stop every document from that day on. */
function checkAhead(pack: Pack): Finding[] {
  const { id, validFrom } = pack;
  return pack.families.filter(isSchemaFamily).map((family) => {
    try {
      compile(pack, family);
      return ok(`${titles[family]}: ${id}, vale a partir de ${validFrom}`);
    } catch (error) {
      return failure(
        `${titles[family]}: ${id}, que vale a partir de ${validFrom}, não compila (${reasonOf(error)})`,
        mend,
      );
    }
  });
}

function compile({ folder }: Pack, family: SchemaFamily): void {
  createValidator(join(folder, family)).compile(rootSchemaOf[family]);
}
