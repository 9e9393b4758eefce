import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { hashApiKey, hintOf, newApiKey } from '../../domain/access/key.ts';
import { OperatorKey } from '../../domain/access/operator-key.entity.ts';
import type { OperatorScope } from '../../domain/access/scopes.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { record } from '../audit/record.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/**
 * What a new key of the operator may do, to which companies (null: all, including future ones), how fast, and until when (null: until it is
 * revoked).
 */
export type OperatorKeyInput = {
  name: string;
  scopes: readonly OperatorScope[];
  companies: readonly string[] | null;
  expiresAt?: Date | null;
  ratePerSecond?: number;
  rateBurst?: number;
};

/** Creates a key of the operator. `secret` is the key itself: it is returned only here and never stored. */
export async function createOperatorKey(
  em: EntityManager,
  { name, scopes, companies, expiresAt = null, ratePerSecond = 20, rateBurst = 100 }: OperatorKeyInput,
  actor: Actor = lavraItself,
): Promise<{ key: OperatorKey; secret: string }> {
  const secret = newApiKey('lk');
  const key = em.create(OperatorKey, {
    name,
    hash: hashApiKey(secret),
    hint: hintOf(secret),
    scopes: [...scopes],
    companies: companies && [...companies],
    ratePerSecond,
    rateBurst,
    expiresAt,
    revokedAt: null,
  });
  recordKey(em, actor, 'KEY_CREATED', key);
  await em.flush();
  return { key, secret };
}

/** The operator's keys, the newest first. */
export function listOperatorKeys(em: EntityManager): Promise<OperatorKey[]> {
  return em.findAll(OperatorKey, { orderBy: { createdAt: 'desc' } });
}

/**
 * Revokes a key of the operator; repeating it changes nothing.
 *
 * @throws {ProvisioningRefused} `key_not_found`
 */
export async function revokeOperatorKey(
  em: EntityManager,
  id: string,
  actor: Actor = lavraItself,
): Promise<OperatorKey> {
  const key = isUuid(id) ? await em.findOne(OperatorKey, { id }) : null;
  if (!key) throw new ProvisioningRefused('key_not_found', `Não há chave de administração "${id}".`);
  if (!key.revokedAt) recordKey(em, actor, 'KEY_REVOKED', key);
  key.revokedAt ??= new Date();
  await em.flush();
  return key;
}

function recordKey(em: EntityManager, actor: Actor, action: 'KEY_CREATED' | 'KEY_REVOKED', key: OperatorKey): void {
  const { id: subject, name, hint, scopes, companies } = key;
  const details = { name, hint, scopes, companies: companies ?? 'ALL' };
  record(em, actor, { action, subject, details });
}
