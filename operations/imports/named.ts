import { DomainError } from '../../domain/errors.ts';
import type { EntityManager } from '../../config/orm.ts';

/** A record that files name by its name and by what it is for, of which the database keeps more than one of a name. */
type Named = { id: string };

/** The records by their keys, and the keys that several of them have: which one a file means cannot be told. */
export function byKeys<Kept extends Named>(
  records: readonly Kept[],
  keyOf: (record: Kept) => string,
): { kept: Map<string, Kept>; doubled: ReadonlySet<string> } {
  const groups = Map.groupBy(records, keyOf);
  return {
    kept: new Map([...groups].flatMap(([key, [first]]) => (first ? [[key, first]] : []))),
    doubled: new Set([...groups].filter(([, all]) => all.length > 1).map(([key]) => key)),
  };
}

/** @throws DomainError `validation_error` where the company has several records of the name */
export function refuseDoubled(doubled: ReadonlySet<string>, key: string): void {
  if (!doubled.has(key)) return;
  const message = 'Há mais de um cadastro com este nome: mude o nome de um deles antes, ou altere o certo à mão.';
  throw new DomainError('validation_error', message, { issues: [{ path: 'name', message }] });
}

/** Has imports of a kind store one after another in a company: no index of the database would find two of a name. */
export async function oneAfterAnother(em: EntityManager, kind: string, company: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`import of ${kind} of ${company}`]);
}
