import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { validate as isUuid, v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { ApiKey } from '../../domain/access/api-key.entity.ts';
import { hashApiKey, hintOf, newApiKey } from '../../domain/access/key.ts';
import type { CompanyScope, OfficeScope } from '../../domain/access/scopes.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { record } from '../audit/record.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/** The owner of a key, and the scopes that a key of this kind of owner may have. */
export type KeyOwner =
  | { company: Pick<Company, 'id'>; scopes: readonly CompanyScope[] }
  | { office: Pick<Office, 'id'>; scopes: readonly OfficeScope[] };

/** What a new key may do, how fast (requests a second, and burst of the token bucket), and until when (null: until it is revoked). */
export type KeyInput = KeyOwner & {
  /** Chosen by the caller, so that a repeated request creates one key; a new id where absent. */
  id?: string;
  name: string;
  expiresAt?: Date | null;
  ratePerSecond?: number;
  rateBurst?: number;
};

/**
 * Creates an API key. `secret` is the key itself: it is returned only here and never stored.
 *
 * @throws {ProvisioningRefused} `key_exists` where the given id exists
 */
export async function createKey(
  em: EntityManager,
  input: KeyInput,
  actor: Actor = lavraItself,
): Promise<{ key: ApiKey; secret: string }> {
  const { id = uuid(), name, expiresAt = null, ratePerSecond = 20, rateBurst = 100 } = input;
  const secret = newApiKey('company' in input ? 'ck' : 'ok');
  const scopes: string[] = [...input.scopes];
  const key = em.create(ApiKey, {
    ...('company' in input ? { company: input.company.id } : { office: input.office.id }),
    id,
    name,
    hash: hashApiKey(secret),
    hint: hintOf(secret),
    scopes,
    ratePerSecond,
    rateBurst,
    expiresAt,
    revokedAt: null,
  });
  recordKey(em, actor, 'KEY_CREATED', key);
  try {
    await em.flush();
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    throw new ProvisioningRefused('key_exists', `A chave "${name}" já foi criada, e só é mostrada uma vez.`, { cause });
  }
  return { key, secret };
}

/** The keys of a company or of an office, or all keys; the newest first. */
export function listKeys(em: EntityManager, owner: { company?: string; office?: string } = {}): Promise<ApiKey[]> {
  return em.find(ApiKey, owner, { orderBy: { createdAt: 'desc' } });
}

/** When each key of the acting company or office was last used; a key that was never used is absent. It needs a transaction of the panel. */
export async function keyUses(em: EntityManager): Promise<ReadonlyMap<string, Date>> {
  const rows = await em.execute<{ key_id: string; used_at: string }[]>('select * from key_uses()');
  return new Map(rows.map(({ key_id: id, used_at: at }) => [id, new Date(at)]));
}

/**
 * Revokes a key; repeating it changes nothing.
 *
 * @throws {ProvisioningRefused} `key_not_found`
 */
export async function revokeKey(em: EntityManager, id: string, actor: Actor = lavraItself): Promise<ApiKey> {
  const key = isUuid(id) ? await em.findOne(ApiKey, { id }) : null;
  if (!key) throw new ProvisioningRefused('key_not_found', `Não há chave "${id}".`);
  if (!key.revokedAt) recordKey(em, actor, 'KEY_REVOKED', key);
  key.revokedAt ??= new Date();
  await em.flush();
  return key;
}

/** Writes an entry about a key, with its name and the hint that lists show. */
function recordKey(em: EntityManager, actor: Actor, action: 'KEY_CREATED' | 'KEY_REVOKED', key: ApiKey): void {
  const { id: subject, company = null, office = null, name, hint, scopes } = key;
  record(em, actor, { action, company, office, subject, details: { name, hint, scopes } });
}
