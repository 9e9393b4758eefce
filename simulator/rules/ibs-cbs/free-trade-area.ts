import table from '../../../tables/free-trade-areas.json' with { type: 'json' };
import { isSuframa } from '../../identifiers.ts';
import { child, type Element, textOf } from '../../xml/element.ts';
import { amount, cents } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import { itemRule, noteRule, type Rule } from '../rule.ts';

/**
 * Group C22: the issuer's registration at SUFRAMA. Of C22-10 only the message is known, not the text: it is taken to demand that the issuer
 * is in one of the areas of UB56-10.
 */
export const issuerInAreaRules: readonly Rule[] = [
  noteRule(1185, 'C22-10', ({ emit }) => child(emit, 'ISUFEmit') !== undefined && areaOf(place(emit)) === undefined),
  noteRule(1186, 'C22-20', ({ emit }) => !isSuframa(textOf(emit, 'ISUFEmit') ?? '')),
];

/**
 * Group UB66a: CBS of zero inside a free trade area (NT 2025.002 v1.51). Of UB66a-10 only the message is known, not the text: it is taken
 * to demand the issuer's registration at SUFRAMA.
 */
export const freeTradeAreaRules: readonly Rule[] = [
  itemRule(1190, 'UB66a-10', (item, { emit }) => groupOf(item) !== undefined && child(emit, 'ISUFEmit') === undefined),
  itemRule(1191, 'UB66a-20', (item, note) => groupOf(item) !== undefined && !mayBeZero(item, note)),
  itemRule(1192, 'UB66c-10', (item) => {
    const process = textOf(groupOf(item), 'nProcSuframa') ?? '';
    return textOf(groupOf(item), 'tpALCZFMCBS') === withProcess && /^0*$/.test(process);
  }),
  itemRule(1218, 'UB66e-10', (item) => {
    const group = groupOf(item);
    const base = amount(item.ibsCbs, 'gIBSCBS', 'vBC');
    const regular = cents(base.times(amount(group, 'pAliqEfetRegCBS')).div(100));
    return group !== undefined && !regular.eq(amount(group, 'vTribRegCBS'));
  }),
];

const withProcess = '2';

/** Whether an item may have a CBS of zero (UB56-10, exception 3): its NCM is not excluded, and both parties are in the same area. */
export function mayBeZero({ product }: Item, { emit, dest }: Note): boolean {
  const ncm = textOf(product, 'NCM') ?? '';
  const begins = (beginnings: readonly string[]) => beginnings.some((beginning) => ncm.startsWith(beginning));
  const area = areaOf(place(emit));
  return area !== undefined && area === areaOf(place(dest)) && (!begins(table.excludedNcm) || begins(table.exceptNcm));
}

function areaOf(municipality: string | undefined) {
  return table.areas.find(({ municipalities }) => municipalities.includes(municipality ?? ''));
}

function place(party: Element | undefined): string | undefined {
  return textOf(party, party?.name === 'emit' ? 'enderEmit' : 'enderDest', 'cMun');
}

function groupOf({ ibsCbs }: Item): Element | undefined {
  return child(ibsCbs, 'gIBSCBS', 'gCBS', 'gALCZFMCBS');
}
