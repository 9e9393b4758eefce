import { join } from 'node:path';
import type { Pack } from '../../adapters/schemas/pack.ts';
import { packFor, packsInForce, SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import type { Env } from '../../config/env.ts';
import { familyTitle, rootSchemaOf, type SchemaFamily, schemaFamilies } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { installedPacks } from '../schemas/installed-packs.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const mend = 'instale um pacote com "lavra schemas add" e ponha a pasta em LAVRA_SCHEMAS';
const { ok, warning, failure } = findingsOf('schemas');

/** By family: which schema pack checks a document of today, whether it is in force, and whether it and every pack of a later day compile. */
export function checkSchemas(env: Pick<Env, 'schemas'>): Finding[] {
  try {
    const packs = installedPacks(env);
    if (packs.length === 0) return [failure('LAVRA_SCHEMAS está vazio', mend)];
    const today = brasiliaDay(new Date());
    return schemaFamilies.flatMap((family) => checkFamily(packs, family, today));
  } catch (error) {
    return [failure(reasonOf(error), mend)];
  }
}

function checkFamily(packs: Pack[], family: SchemaFamily, today: string): Finding[] {
  const title = familyTitle[family];
  try {
    const used = packFor(packs, family, today);
    const ahead = packs.filter((pack) => pack !== used && pack.validFrom > today && pack.families.includes(family));
    return [checkUsed(used, family, today), ...ahead.map((pack) => checkAhead(pack, family))];
  } catch (error) {
    if (!(error instanceof SchemaFamilyMissing)) return [failure(`${title}: ${reasonOf(error)}`, mend)];
    return [warning(`${title}: nenhum pacote instalado`, `para emitir ${title}: ${error.message}`)];
  }
}

function checkUsed(pack: Pack, family: SchemaFamily, today: string): Finding {
  compile(pack, family);
  const title = familyTitle[family];
  const { id, validFrom } = pack;
  if (packsInForce([pack], family, today).length > 0) return ok(`${title}: ${id}, em vigor desde ${validFrom}`);
  return warning(`${title}: ${id} não está em vigor hoje (vale desde ${validFrom})`, mend);
}

/** What is broken in it would stop every document from that day on. */
function checkAhead(pack: Pack, family: SchemaFamily): Finding {
  const title = familyTitle[family];
  const { id, validFrom } = pack;
  try {
    compile(pack, family);
    return ok(`${title}: ${id}, vale a partir de ${validFrom}`);
  } catch (error) {
    return failure(`${title}: ${id}, que vale a partir de ${validFrom}, não compila (${reasonOf(error)})`, mend);
  }
}

function compile({ folder }: Pack, family: SchemaFamily): void {
  createValidator(join(folder, family)).compile(rootSchemaOf[family]);
}
