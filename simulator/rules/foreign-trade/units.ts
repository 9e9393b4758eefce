import fuels from '../../../tables/fuels.json' with { type: 'json' };
import goods from '../../../tables/ncm-units.json' with { type: 'json' };
import { textOf } from '../../xml/element.ts';
import { cfopOf } from '../cfop/table.ts';
import type { Item, Note } from '../note.ts';
import { issuedOn } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isNfe, itemRule, onlyIf } from '../rule.ts';
import { isExport } from './export.ts';

/** Operations on the way to an export (I13-20, I14-10). */
const leadToExport = ['1501', '2501', '5501', '5502', '5504', '5505', '6501', '6502', '6504', '6505'];

const unitsOfGoods: Readonly<Record<string, readonly (readonly string[])[] | undefined>> = goods.ncm;
const unitsOfFuels = new Map(fuels.rows.map(([code, , , , unit]) => [code, unit]));

/** Groups I and N: the taxable unit that the authority counts by, whatever its case (NT 2023.001 v1.60, NT 2016.001). */
export const unitRules: readonly Rule[] = [
  itemRule(854, 'I13-20', (item, note) => {
    const unit = unitsOfFuels.get(textOf(item.product, 'comb', 'cProdANP') ?? '');
    return unit !== undefined && !isForeignTrade(item, note) && !isUnit(item, unit);
  }),
  ...onlyIf(isNfe, [
    itemRule(817, 'I14-10', (item, note) => {
      const units = unitsInForce(textOf(item.product, 'NCM') ?? '', issuedOn(note));
      return isForeignTrade(item, note) && units.length > 0 && !units.some((unit) => isUnit(item, unit));
    }),
  ]),
];

function isForeignTrade(item: Item, note: Note): boolean {
  return isExport(note) || leadToExport.includes(cfopOf(item));
}

function isUnit({ product }: Item, unit: string): boolean {
  return textOf(product, 'uTrib')?.toUpperCase() === unit.toUpperCase();
}

function unitsInForce(ncm: string, day: string): string[] {
  return (unitsOfGoods[ncm] ?? [])
    .filter(([, from, until]) => (from ?? '') <= day && day <= (until ?? day))
    .flatMap(([unit]) => unit ?? []);
}
