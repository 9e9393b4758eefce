import type { AskedPayload, ItemInput } from '../../domain/documents/payload.ts';

/** What a line may leave to the product that it names; null is as good as absent. */
type LeftToProduct = 'code' | 'description' | 'unit' | 'gtin' | 'unitValue';

export type AskedItem = Omit<ItemInput, LeftToProduct> & { [Name in LeftToProduct]?: string | null | undefined };

/** A sale as a caller asks for it: its numbers are decimal strings, and what it leaves to the records that it names is absent. */
export type AskedSale = Omit<AskedPayload, 'operationNature' | 'items'> & {
  operationNature?: string | null | undefined;
  items: AskedItem[];
};
