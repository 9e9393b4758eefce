import table from '../../tables/fuels.json' with { type: 'json' };
import { textOf } from '../xml/element.ts';
import type { Item } from './note.ts';

/** A fuel of the official table of single-phase ICMS (IT 2023.003 v1.08). */
export type Fuel = {
  /** Whether the share of biofuel must be said; where not, it must not. */
  blended: boolean;
  /** Whether the states of origin must be said. */
  hasOrigin: boolean;
  /** ICMS per unit of measure, in BRL. */
  rate: string;
};

const fuels: ReadonlyMap<string, Fuel> = new Map(
  table.rows.map(([code = '', , pBio, origComb, , rate = '']) => [
    code,
    { blended: pBio === '1', hasOrigin: origComb === '1', rate },
  ]),
);

/** Products of ANP that are not derived from petroleum (N12-70, NA01-20, NA01-30). */
const notOfPetroleum = [
  ...['820101001', '820101010', '810102001', '810102004', '810102002', '810102003', '810101002', '810101001'],
  ...['810101003', '220101003', '220101004', '220101002', '220101001', '220101005', '220101006', '560101001'],
];

/** The fuel that an item is, by its product of ANP; undefined for all other goods. */
export function fuelOf(item: Item): Fuel | undefined {
  return fuels.get(anpCode(item));
}

/** Product of ANP (cProdANP); empty where an item has no group of fuels. */
export function anpCode({ product }: Item): string {
  return textOf(product, 'comb', 'cProdANP') ?? '';
}

/** Whether an item is a product of ANP that is derived from petroleum. */
export function isOfPetroleum(item: Item): boolean {
  const code = anpCode(item);
  return code !== '' && !notOfPetroleum.includes(code);
}
