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

/** On whose account goods are imported: tpIntermedio (I23c): the importer's own, another's, or to another's order. */
export const importIntermediations = { OWN: '1', ON_BEHALF: '2', TO_ORDER: '3' } as const;
type ImportIntermediation = keyof typeof importIntermediations;

/** Where exported goods leave the country (exporta). */
export type ExportPlaces = { exitState: string; exitPlace: string; dispatchPlace?: string | null };

/** Goods that were bought to be exported: registration of the export, access key of the note by which they were bought, and their quantity. */
export type IndirectExport = { registration: string; accessKey: string; quantity: string };

/** One addition (adição) of an import declaration; a DUIMP does not number them. */
export type ImportAddition = {
  number?: number | null;
  sequence: number;
  manufacturerCode: string;
  /** Reais, two decimals. */
  discount?: string | null;
  drawback?: string | null;
};

/** An import declaration: DI, DSI, DIRE or DUIMP. Days as `2026-11-21`. */
export type ImportDeclaration = {
  number: string;
  date: string;
  clearancePlace: string;
  clearanceState: string;
  clearanceDate: string;
  transportMode: ImportTransportMode;
  /** AFRMM, the freight surcharge of goods that came by sea; reais, two decimals. */
  afrmm?: string | null;
  intermediation: ImportIntermediation;
  /** CNPJ or CPF of the party on whose account the goods are imported. */
  thirdPartyTaxId?: string | null;
  thirdPartyState?: string | null;
  exporterCode: string;
  additions: ImportAddition[];
};

/** Import tax (II) of one item, in reais, two decimals each. `base` is the customs value. */
export type ImportTax = {
  base: string;
  customsExpenses?: string | null;
  value: string;
  iof?: string | null;
  /** Base of the ICMS before any reduction. */
  icmsBase?: string | null;
};

/** Taxable unit and foreign trade of an item. */
export type ForeignTradeOfItem = {
  /** Taxable unit (uTrib), and the line's quantity in it (up to four decimals). */
  taxUnit?: string | null;
  taxQuantity?: string | null;
  /** Drawback acts under which goods are exported. */
  drawbacks?: string[] | null;
  indirectExport?: IndirectExport[] | null;
  importDeclarations?: ImportDeclaration[] | null;
  importTax?: ImportTax | null;
};

/** Foreign trade of the document as a whole. */
export type ForeignTradeOfSale = { export?: ExportPlaces | null };

/** The buyer's order that an item belongs to (xPed, nItemPed). */
export type OrderOfItem = { number?: string | null; item?: number | null };

/** The buyer's order of the whole document (compra): its number, a public buyer's commitment, and the contract. */
export type OrderOfSale = { number?: string | null; commitment?: string | null; contract?: string | null };

/** The marketplace through which a sale was made: its CNPJ, and the seller's id there (infIntermed). */
export type Marketplace = { taxId: string; sellerId: string };

/**
 * A purchase by a public body (gCompraGov): the buyer's level of government, which half of the purchase the note is, by how much its rates of IBS and
 * CBS are reduced (pRedutor, percent; where absent, the law's of the day), and the keys of the other half.
 */
export type GovernmentPurchase = {
  entity: GovernmentEntity;
  operation: GovernmentOperation;
  rateReduction?: string | null;
  previousDocuments?: string[] | null;
};

/** A medicine: its registration with ANVISA or why it has none, and the highest price for consumers (reais, two decimals). */
export type Medicine = { anvisaCode: string; exemptionReason?: string | null; maxPrice: string };

/** A batch of an item's goods (rastro). Days as `2026-11-21`; the quantity has up to three decimals. */
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
  /** CNPJ or CPF, without punctuation, of those who may download the XML, beside those of the company's settings. */
  authorizedTaxIds?: string[] | null;
};
