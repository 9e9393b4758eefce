/** A field of free use: its name (xCampo, up to 20 characters) and what it says (xTexto, up to 60). */
export type Remark = { field: string; text: string };

/** Who keeps a process that a note refers to: indProc (Z12). */
export const processOrigins = {
  TAX_OFFICE: '0',
  FEDERAL_COURT: '1',
  STATE_COURT: '2',
  FEDERAL_REVENUE: '3',
  CONFAZ: '4',
  OTHER: '9',
} as const;

/** What kind of act of the state's treasury it is: tpAto (Z13). */
export const processActs = {
  AGREEMENT: '08',
  SPECIAL_REGIME: '10',
  SPECIFIC_AUTHORIZATION: '12',
  SINIEF_ADJUSTMENT: '14',
  ICMS_CONVENTION: '15',
} as const;

/** A process or a granted act that the note refers to (procRef). */
export type LegalProcess = {
  number: string;
  origin: keyof typeof processOrigins;
  act?: keyof typeof processActs | null;
};

/** What a note says beside its own fields: remarks of the issuer and of the tax office, and processes. */
export type RemarksOfSale = {
  /** obsCont, up to ten. */
  remarks?: Remark[] | null;
  /** obsFisco, up to ten. */
  taxOfficeRemarks?: Remark[] | null;
  /** infAdFisco. */
  taxOfficeInfo?: string | null;
  /** procRef, up to a hundred. */
  legalProcesses?: LegalProcess[] | null;
};

/** Remarks of a line: obsItem. */
export type RemarksOfItem = { remark?: Remark | null; taxOfficeRemark?: Remark | null };

/** Of a computed line; absent where it has none. */
export type ComputedRemarks = { remark?: Remark; taxOfficeRemark?: Remark };
