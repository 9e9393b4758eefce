import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type ClientRecord, clientRecord } from '../../domain/clients/change.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { identify } from '../../domain/clients/identify.ts';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { clientChanges, clientColumns, clientCreation } from '../../domain/imports/clients.ts';
import { type RowValues, filledFields } from '../../domain/imports/rows.ts';
import type { BodyCheck, KindBatch, ImportedRecordKind } from './kind.ts';
import { storeMissing } from './stored.ts';

type NewClient = ClientRecord & { id: string; isActive: boolean };
type Checks = Record<'creation' | 'changes', (body: unknown) => void>;

/** Imports clients, identified by their documents. */
export function clientKind(company: string, check: BodyCheck): ImportedRecordKind<NewClient, Client> {
  const checks = { creation: check('ClientCreation'), changes: check('ClientChanges') };
  return {
    name: 'clients',
    form: 'TABLE',
    columns: clientColumns,
    keyField: 'document',
    required: ['name'],
    keyOf,
    batch: (em) => clientBatch(em, company, checks),
  };
}

function keyOf(values: RowValues): string {
  const { success, data } = clientCreation.safeParse({ ...filledFields(values), name: '' });
  if (!success) return '';
  const { document, faults } = identify(data, data.country?.trim().toUpperCase() || 'BR');
  return faults.length > 0 ? '' : document;
}

function clientBatch(em: EntityManager, company: string, checks: Checks): KindBatch<NewClient, Client> {
  return {
    async find(keys, { toChange }) {
      const lockMode = toChange ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE;
      const found = await em.find(Client, { document: { $in: keys } }, { orderBy: { id: 'asc' }, lockMode });
      return new Map(found.map((client) => [client.document, client]));
    },

    async create(values) {
      const said = filledFields(values);
      checks.creation(said);
      const { isActive = true, ...input } = clientCreation.parse(said);
      return { id: uuid(), ...clientRecord(normalizeClient(input, '')), isActive };
    },

    async change(kept, values) {
      checks.changes(values);
      const before = { ...kept.record(), isActive: kept.isActive };
      kept.change(clientChanges.parse(values));
      return !isDeepStrictEqual(before, { ...kept.record(), isActive: kept.isActive });
    },

    insert: (records) => storeMissing(em, Client, company, records),
  };
}
