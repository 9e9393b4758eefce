/** A note on paper that a note refers to (refNF): its month as `2019-05`, its model 01 (1 and 1/A) or 02, series zero where it has none. */
export type PaperNote = {
  state: string;
  month: string;
  /** CNPJ of who issued it, without punctuation. */
  taxId: string;
  model: '01' | '02';
  series: number;
  number: number;
};

/** A note of a rural producer (refNFP): model 04, or 01 of one that the tax office made (avulsa). */
export type RuralNote = Omit<PaperNote, 'model'> & {
  /** Digits, or `ISENTO`. */
  stateRegistration: string;
  model: '01' | '04';
};

/** A receipt of a cash register (refECF): 2B without a fiscal printer, 2C of a point of sale, 2D of an ECF. */
export type CashReceipt = { model: '2B' | '2C' | '2D'; printer: number; counter: number };

/** Documents without an access key that a sale refers to; 999 with those that have one. */
export type PaperReferences = {
  referencedPaperNotes?: PaperNote[] | null;
  referencedRuralNotes?: RuralNote[] | null;
  referencedReceipts?: CashReceipt[] | null;
};

/** How many such documents a sale names. */
export function countOfPaper(references: PaperReferences): number {
  const { referencedPaperNotes, referencedRuralNotes, referencedReceipts } = references;
  return [referencedPaperNotes, referencedRuralNotes, referencedReceipts].reduce(
    (sum, each) => sum + (each?.length ?? 0),
    0,
  );
}
