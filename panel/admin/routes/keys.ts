import type { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { onceFor } from '../../../operations/access/repeatable.ts';
import { operating } from '../../../operations/in-company.ts';
import { createKey, listKeys, revokeKey } from '../../../operations/provisioning.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, created, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type KeyOperations = Extract<keyof AdminHandlers, `${string}CompanyKey${string}`>;

/** A company's keys for `/v1`. */
export function keyHandlers({ orm }: PanelParts): Pick<AdminHandlers, KeyOperations> {
  return {
    listCompanyKeys: async (_req, res) => {
      const { operator, company } = actingOn(res);
      const keys = await operating(orm, operator, company.id, (em) => listKeys(em, { company: company.id }));
      res.json({ data: keys.map(keyView) });
    },

    createCompanyKey: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { expiresAt, scopes, ...said } = req.body;
      const ends = { expiresAt: expiresAt ? toCome(expiresAt) : null };
      const input = { ...said, ...ends, company, scopes: [...new Set(scopes)] };
      const outcome = await onceFor(orm, operator, repeatableOf(req), {
        make: (claim) =>
          operating(orm, operator, company.id, async (em) => {
            const { key, secret } = await createKey(em, input, operator.actor);
            await claim(em, key.id);
            return { ...keyView(key), key: secret };
          }),
        find: (made) =>
          operating(orm, operator, company.id, async (em) => {
            const kept = (await listKeys(em, { company: company.id })).find(({ id }) => id === made);
            return kept ? keyView(kept) : null;
          }),
      });
      created(res, outcome);
    },

    revokeCompanyKey: async (req, res) => {
      const { operator, company } = actingOn(res);
      const revoked = await operating(orm, operator, company.id, (em) =>
        revokeKey(em, req.params.keyId, operator.actor),
      );
      res.json(keyView(revoked));
    },
  };
}

/** @throws DomainError `validation_error` for an instant that has passed */
function toCome(text: string): Date {
  const at = new Date(text);
  if (at.getTime() > Date.now()) return at;
  const issues = [{ path: 'expiresAt', message: 'já passou' }];
  throw new DomainError('validation_error', 'expiresAt já passou.', { issues });
}

/** A key without itself. */
function keyView(key: ApiKey): AdminSchema<'CompanyKey'> {
  const { id, name, hint, scopes, ratePerSecond, rateBurst, expiresAt, revokedAt, createdAt } = key;
  return {
    ...{ id, name, hint, scopes, ratePerSecond, rateBurst },
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
