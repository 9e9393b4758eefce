import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import type { KindBatch, NewRecord } from './kind.ts';

type Lock = LockMode.NONE | LockMode.PESSIMISTIC_WRITE;

/** Records that files identify by what they are for (such as the type or model) and their name. The database allows several of the same name. */
type NamedRecords<New extends NewRecord, Kept extends object> = {
  /**
   * The kind of import, and the company. Imports of the same kind and company insert one after another, because no unique index would stop two
   * records of one name.
   */
  of: { kind: string; company: string };
  /** The key, such as `NFE Venda`: what the record is for, a space, its name. */
  keyOf: (record: New | Kept) => string;
  /** The records with these names, whatever they are for. */
  named: (names: string[], lockMode: Lock) => Promise<Kept[]>;
  /** Makes a record; the caller stores it afterwards. */
  make: (record: New) => void;
};

/**
 * How a batch finds and stores such records; `refuseDoubled` throws DomainError `validation_error` where the company has several records of that
 * name.
 */
export function recordsByName<New extends NewRecord, Kept extends object>(
  em: EntityManager,
  { of, keyOf, named, make }: NamedRecords<New, Kept>,
): Pick<KindBatch<New, Kept>, 'find' | 'insert'> & { refuseDoubled: (kept: Kept) => void } {
  let doubled: ReadonlySet<string> = new Set();
  const known = async (keys: readonly string[], lockMode: Lock): Promise<Map<string, Kept[]>> => {
    const names = keys.map((key) => key.slice(key.indexOf(' ') + 1));
    return Map.groupBy(await named(names, lockMode), keyOf);
  };
  return {
    async find(keys, { toChange }) {
      const found = await known(keys, toChange ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE);
      doubled = new Set([...found].filter(([, all]) => all.length > 1).map(([key]) => key));
      return new Map([...found].flatMap(([key, [first]]) => (first ? [[key, first]] : [])));
    },

    refuseDoubled(kept) {
      if (!doubled.has(keyOf(kept))) return;
      const message = 'Há mais de um cadastro com este nome: mude o nome de um deles antes, ou altere o certo à mão.';
      throw new DomainError('validation_error', message, { issues: [{ path: 'name', message }] });
    },

    async insert(records) {
      await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
        `import of ${of.kind} of ${of.company}`,
      ]);
      const kept = await known(records.map(keyOf), LockMode.NONE);
      const fresh = records.filter((record) => !kept.has(keyOf(record)));
      for (const record of fresh) make(record);
      await em.flush();
      return new Set(fresh.map(({ id }) => id));
    },
  };
}
