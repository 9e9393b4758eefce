import table from '../tables/law-calendar.json' with { type: 'json' };

/** Something that begins on a day, by its name in the table. */
export type LawChange = keyof typeof table.changes;

/** Whether a change has begun on a day (YYYY-MM-DD) at an authority of production (1) or homologation (2). */
export function hasBegun(change: LawChange, environment: 1 | 2, day: string): boolean {
  const { production, homologation } = table.changes[change] as Record<'production' | 'homologation', string | null>;
  const first = environment === 1 ? production : homologation;
  return first !== null && day >= first;
}
