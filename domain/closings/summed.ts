import { moneyOfCents } from '../money.ts';

/** What amounts are added up by, such as a CFOP. */
type Head = Record<string, string | null>;

/**
 * Adds amounts up by their heads. Memory grows with the distinct heads alone, and the rows come in the order of the heads, whatever order
 * they were added in.
 *
 * @param names of the amounts
 */
export function summed<Of extends Head, Name extends string>(names: readonly Name[]) {
  const groups = new Map<string, { head: Of; cents: Record<Name, bigint> }>();
  return {
    add(head: Of, cents: Readonly<Record<Name, bigint>>): void {
      const key = Object.values(head).join('|');
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { head, cents: { ...cents } });
        return;
      }
      for (const name of names) group.cents[name] += cents[name];
    },
    /** Amounts with two places. */
    rows(): (Of & Record<Name, string>)[] {
      return [...groups]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { head, cents }]) => ({ ...head, ...printed(names, cents) }));
    },
  };
}

function printed<Name extends string>(
  names: readonly Name[],
  cents: Readonly<Record<Name, bigint>>,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, moneyOfCents(cents[name])])) as Record<Name, string>;
}
