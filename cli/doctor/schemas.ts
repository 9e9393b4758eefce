import { join } from 'node:path';
import { packFor, packsInForce } from '../../adapters/schemas/packs.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import type { Env } from '../../config/env.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { installedPacks } from '../schemas/installed-packs.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

/** Which schema pack checks an NF-e of today, whether it is in force, and whether it compiles. */
export function checkSchemas(env: Pick<Env, 'schemas'>): Finding[] {
  const { ok, warning, failure } = findingsOf('schemas');
  const mend = 'instale um pacote com "lavra schemas add" e ponha a pasta em LAVRA_SCHEMAS';
  try {
    const packs = installedPacks(env);
    if (packs.length === 0) return [failure('LAVRA_SCHEMAS está vazio', mend)];
    const today = brasiliaDay(new Date());
    const { id, validFrom, folder } = packFor(packs, 'nfe', today);
    createValidator(join(folder, 'nfe')).compile('nfe_v4.00.xsd');
    if (packsInForce(packs, 'nfe', today).length > 0) return [ok(`NF-e: ${id}, em vigor desde ${validFrom}`)];
    return [warning(`NF-e: ${id} não está em vigor hoje (vale desde ${validFrom})`, mend)];
  } catch (error) {
    return [failure(reasonOf(error), mend)];
  }
}
