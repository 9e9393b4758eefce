import prefixes from '../../tables/gtin-prefixes.json' with { type: 'json' };
import units from '../../tables/ncm-units.json' with { type: 'json' };
import { textOf } from '../xml/element.ts';
import { issuedOn } from './note.ts';
import type { Rule } from './rule.ts';
import { itemRule } from './rule.ts';

const unclassified = '00000000';
const firstDay = '2016-01-01';

const ncm: Readonly<Record<string, readonly (readonly string[])[] | undefined>> = units.ncm;

/** Codes of goods that the official tables do not have: prefixes of GTIN, and NCM in force on the day of issue (MOC 7.0 Anexo I). */
export const knownGoodsRules: readonly Rule[] = [
  itemRule(882, 'I03-20', ({ product }) => hasUnknownPrefix(textOf(product, 'cEAN'))),
  itemRule(778, 'I05-20', ({ product }, note) => {
    const code = textOf(product, 'NCM') ?? '';
    return code.length === 8 && code !== unclassified && !isInForce(code, issuedOn(note));
  }),
  itemRule(884, 'I12-20', ({ product }) => hasUnknownPrefix(textOf(product, 'cEANTrib'))),
];

function isInForce(code: string, day: string): boolean {
  return (ncm[code] ?? []).some(([, from = firstDay, until = day]) => (from || firstDay) <= day && day <= until);
}

/** The table also has the special ranges (restricted circulation, books); what it does not have was never given out. */
function hasUnknownPrefix(gtin: string | undefined): boolean {
  if (gtin === undefined || !/^\d+$/.test(gtin)) return false;
  const prefix = prefixOf(gtin);
  return !prefixes.ranges.some(([first = '', last = '']) => first <= prefix && prefix <= last);
}

/** GTIN-14 has an indicator before its prefix, GTIN-12 lacks the zero that begins it. */
function prefixOf(gtin: string): string {
  if (gtin.length === 14) return gtin.slice(1, 4);
  return gtin.length === 12 ? `0${gtin.slice(0, 2)}` : gtin.slice(0, 3);
}
