/** The buyer's order that an item is delivered on (xPed, nItemPed). */
export type OrderOfItem = { number?: string | null; item?: number | null };

/** The buyer's order of the whole document (compra): its number, a public buyer's commitment, and the contract. */
export type OrderOfSale = { number?: string | null; commitment?: string | null; contract?: string | null };

/** The marketplace that a sale was made through: its CNPJ, and the seller's name there (infIntermed). */
export type Marketplace = { taxId: string; sellerId: string };

/** A medicine's registration with ANVISA or why it has none, and the most that a consumer may pay for it (two decimals). */
export type Medicine = { anvisaCode: string; exemptionReason?: string | null; maxPrice: string };

/** A batch of what an item sells (rastro). Dates as `2026-11-21`; the quantity has up to three decimals. */
export type Lot = {
  number: string;
  quantity: string;
  manufacturedOn: string;
  expiresOn: string;
  aggregation?: string | null;
};

export type DetailsOfItem = {
  purchaseOrder?: OrderOfItem | null;
  medicine?: Medicine | null;
  lots?: Lot[] | null;
};

export type DetailsOfSale = {
  purchaseOrder?: OrderOfSale | null;
  marketplace?: Marketplace | null;
  /** CNPJ or CPF, without punctuation, of those who may download the XML beside the company's own. */
  authorizedTaxIds?: string[] | null;
};
