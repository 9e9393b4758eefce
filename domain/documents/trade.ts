import type { GovernmentEntity, GovernmentOperation } from '../taxation/ibs-cbs/government.ts';

/** How imported goods came into the country: tpViaTransp (I23a). */
export const importTransportModes = {
  MARITIME: '1',
  RIVER: '2',
  LAKE: '3',
  AIR: '4',
  POSTAL: '5',
  RAIL: '6',
  ROAD: '7',
  PIPELINE: '8',
  OWN_MEANS: '9',
  FICTITIOUS: '10',
  COURIER: '11',
  HAND_CARRIED: '12',
  TOWED: '13',
} as const;
type ImportTransportMode = keyof typeof importTransportModes;

/** For whom goods are imported: tpIntermedio (I23c), for the importer himself, on somebody's behalf, or to somebody's order. */
export const importIntermediations = { OWN: '1', ON_BEHALF: '2', TO_ORDER: '3' } as const;
type ImportIntermediation = keyof typeof importIntermediations;

/** Where exported goods leave the country (exporta). */
export type ExportPlaces = { exitState: string; exitPlace: string; dispatchPlace?: string | null };

/** Goods that were bought to be exported: the export's registration, the note they came with, and how many of them. */
export type IndirectExport = { registration: string; accessKey: string; quantity: string };

/** One addition (adição) of a declaration; a DUIMP has no numbers of additions. */
export type ImportAddition = {
  number?: number | null;
  sequence: number;
  manufacturerCode: string;
  /** Two decimals. */
  discount?: string | null;
  drawback?: string | null;
};

/** DI, DSI, DIRE or DUIMP. Dates as `2026-11-21`. */
export type ImportDeclaration = {
  number: string;
  date: string;
  clearancePlace: string;
  clearanceState: string;
  clearanceDate: string;
  transportMode: ImportTransportMode;
  /** Freight surcharge of goods that came by sea, two decimals. */
  afrmm?: string | null;
  intermediation: ImportIntermediation;
  /** Who had the goods imported, CNPJ or CPF. */
  thirdPartyTaxId?: string | null;
  thirdPartyState?: string | null;
  exporterCode: string;
  additions: ImportAddition[];
};

/** Import tax (II) of one item, two decimals each. `base` is the customs value. */
export type ImportTax = {
  base: string;
  customsExpenses?: string | null;
  value: string;
  iof?: string | null;
  /** Base of the ICMS before any reduction. */
  icmsBase?: string | null;
};

/** What an item says of the trade with other countries. */
export type ForeignTradeOfItem = {
  /** Unit of taxation (uTrib), and how much of it the line has (up to four decimals). */
  taxUnit?: string | null;
  taxQuantity?: string | null;
  /** Drawback acts that goods are exported under. */
  drawbacks?: string[] | null;
  indirectExport?: IndirectExport[] | null;
  importDeclarations?: ImportDeclaration[] | null;
  importTax?: ImportTax | null;
};

/** What a document as a whole says of it. */
export type ForeignTradeOfSale = { export?: ExportPlaces | null };

/** The buyer's order that an item is delivered on (xPed, nItemPed). */
export type OrderOfItem = { number?: string | null; item?: number | null };

/** The buyer's order of the whole document (compra): its number, a public buyer's commitment, and the contract. */
export type OrderOfSale = { number?: string | null; commitment?: string | null; contract?: string | null };

/** The marketplace that a sale was made through: its CNPJ, and the seller's name there (infIntermed). */
export type Marketplace = { taxId: string; sellerId: string };

/**
 * What a public body buys (gCompraGov): who it is, which half of the purchase the note is, by how much its rates of IBS and CBS are reduced
 * (pRedutor, percent; the law's of the day where nothing is said), and the keys of the other half.
 */
export type GovernmentPurchase = {
  entity: GovernmentEntity;
  operation: GovernmentOperation;
  rateReduction?: string | null;
  previousDocuments?: string[] | null;
};

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
  governmentPurchase?: GovernmentPurchase | null;
  /** CNPJ or CPF, without punctuation, of those who may download the XML beside the company's own. */
  authorizedTaxIds?: string[] | null;
};
