/** How imported goods came: tpViaTransp (I23a). */
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
export type ImportTransportMode = keyof typeof importTransportModes;

/** For whom goods are imported: tpIntermedio (I23c), for the importer himself, on somebody's behalf, or to somebody's order. */
export const importIntermediations = { OWN: '1', ON_BEHALF: '2', TO_ORDER: '3' } as const;
export type ImportIntermediation = keyof typeof importIntermediations;

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
