import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { NormalCarrier } from '../../domain/carriers/carrier-input.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { normalizeCarrier } from '../../domain/carriers/normalize.ts';
import { carrierChanges, carrierColumns, carrierCreation } from '../../domain/imports/carriers.ts';
import { filledFields } from '../../domain/imports/rows.ts';
import { plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import type { BodyCheck, KindBatch, ImportedRecordKind } from './kind.ts';
import { storeMissing } from './stored.ts';

type NewCarrier = NormalCarrier & { id: string };
type Checks = Record<'creation' | 'changes', (body: unknown) => void>;

/** Imports carriers, identified by their documents. */
export function carrierKind(company: string, check: BodyCheck): ImportedRecordKind<NewCarrier, Carrier> {
  const checks = { creation: check('CarrierCreation'), changes: check('CarrierChanges') };
  return {
    name: 'carriers',
    form: 'TABLE',
    columns: carrierColumns,
    keyField: 'document',
    required: ['name'],
    keyOf: ({ document }) => {
      const plain = typeof document === 'string' ? plainTaxId(document) : '';
      return taxIdKind(plain) ? plain : '';
    },
    batch: (em) => carrierBatch(em, company, checks),
  };
}

function carrierBatch(em: EntityManager, company: string, checks: Checks): KindBatch<NewCarrier, Carrier> {
  return {
    async find(keys, { toChange }) {
      const lockMode = toChange ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE;
      const where = { document: { $in: keys }, deletedAt: null };
      const found = await em.find(Carrier, where, { orderBy: { id: 'asc' }, lockMode });
      return new Map(found.map((carrier) => [carrier.document, carrier]));
    },

    async create(values) {
      const said = filledFields(values);
      checks.creation(said);
      return { id: uuid(), ...normalizeCarrier(carrierCreation.parse(said)) };
    },

    async change(kept, values) {
      checks.changes(values);
      const before = fieldsOf(kept);
      const { name = kept.name, ...others } = carrierChanges.parse(values);
      kept.change({ name, ...others });
      return !isDeepStrictEqual(before, fieldsOf(kept));
    },

    insert: (records) => storeMissing(em, Carrier, company, records),
  };
}

function fieldsOf(carrier: Carrier): unknown[] {
  const { name, document, documentType, stateRegistration, anttCode, email, street, number, city, state } = carrier;
  const optional = [documentType, stateRegistration, anttCode, email, street, number, city, state];
  return [name, document, ...optional.map((value) => value ?? null)];
}
