import { type TaxFields, taxFieldNames } from '../fields.ts';
import type { Operation } from '../operation.ts';
import type { TaxLevel } from './resolve.ts';

/** Situations of PIS and COFINS of what leaves for money (table 4.3.3 of EFD-Contribuições); 49 of other things that leave. */
const ofSales = /^0[1-9]$/;
const ofExits = /^(0[1-9]|49)$/;
const contributions = [
  { situation: 'pisSituation', rate: 'pisRate' },
  { situation: 'cofinsSituation', rate: 'cofinsRate' },
] as const;

/**
 * What a level says of PIS and COFINS on goods that enter or are given back. Rule, product and company describe sales: their situations of
 * sales, and the rates that go with them, say nothing there, so that the table's do (98 and 49). Item and template mean this note.
 */
export function levelOfDirection(level: TaxLevel, { direction, purpose }: Operation): TaxLevel {
  const { source, fields } = level;
  if (source === 'ITEM' || source === 'TEMPLATE' || (direction === 'OUT' && purpose !== 'RETURN')) return level;
  const strange = direction === 'IN' ? ofExits : ofSales;
  const passedOver = new Set<string>(
    contributions.flatMap(({ situation, rate }) => {
      const code = fields[situation];
      return !code || strange.test(code) ? [situation, rate] : [];
    }),
  );
  const taken: TaxFields = {};
  for (const name of taxFieldNames) if (fields[name] && !passedOver.has(name)) taken[name] = fields[name];
  return { source, fields: taken };
}
