import type { Orm } from '../../config/orm.ts';
import { ApiKey } from '../../domain/access/api-key.entity.ts';
import { hashApiKey } from '../../domain/access/key.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import type { KeyOwner } from '../../operations/provisioning/keys.ts';
import { readState, writeState } from '../state.ts';

/** The key in a state file, while it is valid; else a new one, which is written there. */
export async function ensureKey(orm: Orm, owner: KeyOwner, file: string): Promise<string> {
  const kept = await readState(file);
  const known = kept && (await acrossCompanies(orm).findOne(ApiKey, { hash: hashApiKey(kept), revokedAt: null }));
  if (known) return kept;
  const { secret } = await createKey(orm, { ...owner, name: 'Demonstração local' });
  await writeState(file, secret);
  return secret;
}
