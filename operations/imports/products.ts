import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { changesInProductRow, productColumns } from '../../domain/imports/products.ts';
import { filledFields } from '../../domain/imports/rows.ts';
import { normalizeProduct, reviseProduct, touchesTaxation } from '../../domain/products/normalize.ts';
import { type NormalProduct, Product } from '../../domain/products/product.entity.ts';
import { type LevelContext, levelContext } from '../../domain/taxation/levels/normalize-level.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import { checkTaxRule } from '../records/products.ts';
import type { BodyCheck, KindBatch, ImportedRecordKind } from './kind.ts';
import { storeMissing } from './stored.ts';

type NewProduct = NormalProduct & { id: string };
type Checks = Record<'creation' | 'changes', (body: unknown) => void>;

/** Imports products, identified by their codes. */
export function productKind(
  { id: company, settings }: Pick<Company, 'id'> & { settings?: CompanySettings | null | undefined },
  check: BodyCheck,
): ImportedRecordKind<NewProduct, Product> {
  const checks = { creation: check('ProductCreation'), changes: check('ProductChanges') };
  const level = levelContext(settings);
  return {
    name: 'products',
    form: 'TABLE',
    columns: productColumns,
    keyField: 'code',
    required: ['code', 'name'],
    keyOf: ({ code }) => (typeof code === 'string' ? cleanText(code) : ''),
    batch: (em) => productBatch(em, { company, level, checks }),
  };
}

type Context = { company: string; level: LevelContext; checks: Checks };

function productBatch(em: EntityManager, { company, level, checks }: Context): KindBatch<NewProduct, Product> {
  const taxRuleFaults = remembered((id: string) => checkTaxRule(em, id));
  const ofTaxRule = async (id: string | null): Promise<Fault[]> => (id === null ? [] : taxRuleFaults(id));
  return {
    async find(keys, { toChange }) {
      const lockMode = toChange ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE;
      const where = { code: { $in: keys }, deletedAt: null };
      const found = await em.find(Product, where, { orderBy: { id: 'asc' }, lockMode });
      return new Map(found.map((product) => [product.code, product]));
    },

    async create(values) {
      const body = changesInProductRow(filledFields(values));
      checks.creation(body);
      const { name = '', code = '', ...input } = body;
      const { product, faults } = normalizeProduct({ name, code, ...input }, level);
      refuseAny([...faults, ...(await ofTaxRule(product.taxRule))]);
      return { id: uuid(), ...product };
    },

    async change(kept, values) {
      const changes = changesInProductRow(values);
      checks.changes(changes);
      const before = kept.normal();
      const { product, faults } = reviseProduct(before, changes, level);
      refuseAny([...faults, ...(touchesTaxation(changes) ? await ofTaxRule(product.taxRule) : [])]);
      if (isDeepStrictEqual(before, product)) return false;
      em.assign(kept, product);
      return true;
    },

    insert: (records) => storeMissing(em, Product, company, records),
  };
}

/** Remembers answers, so that each argument is asked about once. */
function remembered<Value>(ask: (about: string) => Promise<Value>): (about: string) => Promise<Value> {
  const answers = new Map<string, Promise<Value>>();
  return (about) => {
    const answer = answers.get(about) ?? ask(about);
    answers.set(about, answer);
    return answer;
  };
}
