import type { Fault } from '../faults.ts';

/** A key of what a sub-rule is for, the same whatever the order of its lists. */
export function matchOf(...lists: string[][]): string {
  return lists.map((list) => [...new Set(list)].sort().join()).join('|');
}

/** Faults of sub-rules that are for exactly what an earlier one is for, so would never be chosen. `matches` has their keys, in order. */
export function checkRepeated(list: string, matches: string[]): Fault[] {
  const first = new Map<string, number>();
  return matches.flatMap((match, index) => {
    const earlier = first.get(match);
    if (earlier === undefined) first.set(match, index);
    if (earlier === undefined) return [];
    const message = `Vale exatamente para o mesmo que ${list}[${earlier}] e nunca seria escolhida: junte as duas ou mude para quem valem.`;
    return [invalidTaxation(`${list}[${index}]`, message)];
  });
}

/** A fault of what a rule says of taxes, under the path as the caller wrote it. */
export function invalidTaxation(path: string, message: string): Fault {
  return { code: 'invalid_taxation', path, message };
}
