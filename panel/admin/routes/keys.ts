import type { Response } from 'express';
import type { Orm } from '../../../config/orm.ts';
import type { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { officeScopes } from '../../../domain/access/scopes.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Repeatable } from '../../../operations/documents/create.ts';
import { onceFor } from '../../../operations/access/repeatable.ts';
import { operating, operatingOffice } from '../../../operations/in-company.ts';
import { createKey, listKeys, revokeKey } from '../../../operations/provisioning.ts';
import type { KeyInput } from '../../../operations/provisioning/keys.ts';
import type { Transact } from '../../../operations/transactions.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { operatorAtOffice, actingOn, created, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type KeyOperations = Extract<keyof AdminHandlers, `${string}CompanyKey${string}` | `${string}OfficeKey${string}`>;

/** Keys of companies and offices for `/v1`. */
export function keyHandlers({ orm }: PanelParts): Pick<AdminHandlers, KeyOperations> {
  const keysOfCompany = (res: Response) => {
    const { operator, company } = actingOn(res);
    return keysOf(orm, res, { company: company.id }, (work) => operating(orm, operator, company.id, work));
  };
  const keysOfOffice = async (res: Response, officeId: string) => {
    const { operator, office } = await operatorAtOffice(orm, res, officeId);
    return keysOf(orm, res, { office: office.id }, (work) => operatingOffice(orm, operator, office.id, work));
  };
  return {
    listCompanyKeys: async (_req, res) => {
      res.json({ data: (await keysOfCompany(res).list()).map(keyView) });
    },

    createCompanyKey: async (req, res) => {
      const { company } = actingOn(res);
      const { scopes, ...said } = req.body;
      const input = { ...inputOf(said), scopes: [...new Set(scopes)], company };
      created(res, await keysOfCompany(res).create(repeatableOf(req), input, keyView));
    },

    revokeCompanyKey: async (req, res) => {
      res.json(keyView(await keysOfCompany(res).revoke(req.params.keyId)));
    },

    listOfficeKeys: async (req, res) => {
      const keys = await keysOfOffice(res, req.params.officeId);
      res.json({ data: (await keys.list()).map(officeKeyView) });
    },

    createOfficeKey: async (req, res) => {
      const keys = await keysOfOffice(res, req.params.officeId);
      const { scopes, ...said } = req.body;
      const input = { ...inputOf(said), scopes: [...new Set(scopes)], office: { id: req.params.officeId } };
      created(res, await keys.create(repeatableOf(req), input, officeKeyView));
    },

    revokeOfficeKey: async (req, res) => {
      const keys = await keysOfOffice(res, req.params.officeId);
      res.json(officeKeyView(await keys.revoke(req.params.keyId)));
    },
  };
}

/** The keys of one owner, in transactions that see no other owner's. */
function keysOf(orm: Orm, res: Response, owner: { company: string } | { office: string }, transact: Transact) {
  const operator = operatorOf(res);
  const list = (): Promise<ApiKey[]> => transact((em) => listKeys(em, owner));
  return {
    list,

    create: <View extends object>(repeatable: Repeatable | null, input: KeyInput, view: (key: ApiKey) => View) =>
      onceFor(orm, operator, repeatable, {
        make: (claim) =>
          transact(async (em) => {
            const { key, secret } = await createKey(em, input, operator.actor);
            await claim(em, key.id);
            return { ...view(key), key: secret };
          }),
        find: async (made) => {
          const kept = (await list()).find(({ id }) => id === made);
          return kept ? view(kept) : null;
        },
      }),

    revoke: (id: string): Promise<ApiKey> => transact((em) => revokeKey(em, id, operator.actor)),
  };
}

/** The request of a new key with its expiry as a date. */
function inputOf<Said extends { expiresAt?: string | null }>({ expiresAt, ...said }: Said) {
  return { ...said, expiresAt: expiresAt ? toCome(expiresAt) : null };
}

/** @throws DomainError `validation_error` for an instant in the past */
function toCome(text: string): Date {
  const at = new Date(text);
  if (at.getTime() > Date.now()) return at;
  const issues = [{ path: 'expiresAt', message: 'já passou' }];
  throw new DomainError('validation_error', 'expiresAt já passou.', { issues });
}

/** A key without its secret. */
function keyView(key: ApiKey): AdminSchema<'CompanyKey'> {
  const { id, name, hint, scopes, ratePerSecond, rateBurst, expiresAt, revokedAt, createdAt } = key;
  return {
    ...{ id, name, hint, scopes, ratePerSecond, rateBurst },
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function officeKeyView(key: ApiKey): AdminSchema<'OfficeKey'> {
  return { ...keyView(key), scopes: officeScopes.filter((scope) => key.scopes.includes(scope)) };
}
