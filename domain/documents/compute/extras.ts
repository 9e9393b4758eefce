import { decimal, type Decimal, sum } from '../../money.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

type ExtraName = 'freight' | 'insurance' | 'discount' | 'otherCosts';

/** An amount beside the goods' own value, and where the whole document says it. */
export type Extra = {
  name: ExtraName;
  /** How a message calls it. */
  inWords: string;
  path: string;
  whole: (payload: GoodsPayload) => string | null | undefined;
};

/**
 * What is added to the goods, or taken from them. The items say it, or the document as a whole, or both the same; zero is as good as
 * nothing.
 */
export const extras: readonly Extra[] = [
  {
    name: 'freight',
    inWords: 'O frete',
    path: 'transport.freightValue',
    whole: ({ transport }) => transport?.freightValue,
  },
  { name: 'insurance', inWords: 'O seguro', path: 'insurance', whole: ({ insurance }) => insurance },
  { name: 'discount', inWords: 'O desconto', path: 'discount', whole: ({ discount }) => discount },
  { name: 'otherCosts', inWords: 'O valor de otherCosts', path: 'otherCosts', whole: ({ otherCosts }) => otherCosts },
];

/** What the items say of it together. */
export function saidByItems(items: Pick<ItemInput, ExtraName>[], { name }: Pick<Extra, 'name'>): Decimal {
  return sum(items.map((item) => decimal(item[name])));
}

/** The amount that the note has, whoever says it. The payload's numbers were checked. */
export function amountOf(payload: GoodsPayload, extra: Extra): Decimal {
  const ofItems = saidByItems(payload.items, extra);
  return ofItems.isZero() ? decimal(extra.whole(payload)) : ofItems;
}
