import type { ClientInput } from '../../domain/clients/client-input.ts';
import type { GoodsPayload, ItemInput, ServiceItemInput, ServicePayload } from '../../domain/documents/payload.ts';
import type { Replaced, ServiceDetails } from '../../domain/documents/service-sale.ts';

/** What a line may leave to the product that it names; null is as good as absent. */
type LeftToProduct = 'code' | 'description' | 'unit' | 'gtin' | 'unitValue';

type Asked<Item> = Omit<Item, LeftToProduct> & {
  [Name in LeftToProduct & keyof Item]?: string | null | undefined;
};
export type AskedItem = Asked<ItemInput>;
export type AskedServiceItem = Asked<ServiceItemInput>;

type WithoutRecords<Payload, Item> = Omit<Payload, 'operationNature' | 'items' | 'service' | 'replaces'> & {
  operationNature?: string | null | undefined;
  items: Item[];
};

/** Goods as a caller asks for them: their numbers are decimal strings, and what is left to the records that they name is absent. */
export type AskedGoods = WithoutRecords<GoodsPayload, AskedItem>;

/** A service likewise. */
export type AskedService = WithoutRecords<ServicePayload, AskedServiceItem> & {
  service?: AskedDetails;
  replaces?: AskedReplacement;
};

/** Its intermediary is still to be brought into normal form. */
export type AskedDetails = Omit<ServiceDetails, 'intermediary'> & { intermediary?: ClientInput };

/** The NFS-e that is to be replaced, by exactly one of id and access key. */
export type AskedReplacement = Pick<Replaced, 'reason' | 'description'> & {
  documentId?: string | null | undefined;
  accessKey?: string | null | undefined;
};

export type AskedSale = AskedGoods | AskedService;
