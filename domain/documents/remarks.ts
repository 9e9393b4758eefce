/** A remark: its name (xCampo, up to 20 characters) and its text (xTexto, up to 60). */
export type Remark = { field: string; text: string };

/** Where a process to which a note refers is kept: indProc (Z12). */
export const processOrigins = {
  TAX_OFFICE: '0',
  FEDERAL_COURT: '1',
  STATE_COURT: '2',
  FEDERAL_REVENUE: '3',
  CONFAZ: '4',
  OTHER: '9',
} as const;

/** Kinds of act of the state's treasury: tpAto (Z13). */
export const processActs = {
  AGREEMENT: '08',
  SPECIAL_REGIME: '10',
  SPECIFIC_AUTHORIZATION: '12',
  SINIEF_ADJUSTMENT: '14',
  ICMS_CONVENTION: '15',
} as const;

/** A process or granted act to which the note refers (procRef). */
export type LegalProcess = {
  number: string;
  origin: keyof typeof processOrigins;
  act?: keyof typeof processActs | null;
};

/** Texts of a note beside its other fields: remarks of the issuer and of the tax office, and processes. */
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

/** The remarks of a computed line; a field is absent where the line has none. */
export type ComputedRemarks = { remark?: Remark; taxOfficeRemark?: Remark };
