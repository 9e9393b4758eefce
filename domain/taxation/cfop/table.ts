import published from '../../../tables/cfop.json' with { type: 'json' };

const places = ['internal', 'interstate', 'abroad'] as const;
const kinds = [
  ...(['purchase', 'sale', 'return', 'transfer', 'remittance', 'goodsComingBack', 'annulment'] as const),
  ...(['import', 'export', 'service', 'transport', 'communication', 'energy', 'credit', 'other'] as const),
] as const;

/** What an operation is, as its CFOP says it. */
export type CfopKind = (typeof kinds)[number];

/** One code of the table of CFOP (IT 2023.002), with the marks that the authority's rules go by. */
export type Cfop = {
  code: string;
  direction: 'OUT' | 'IN';
  place: (typeof places)[number];
  kind: CfopKind;
  /** First and last day on which it may be used. */
  from: string;
  until: string | null;
  /** Whether an NF-e may carry it at all (indNFe); those of communication and transport belong to other documents. */
  isForNfe: boolean;
  /** Whether an NFC-e may carry it (rule I08-150). */
  isForNfce: boolean;
  /** indDevol: goods given back. */
  isReturn: boolean;
  /** Whether a MEI may give goods back by it (rule I08-141). */
  isForMeiReturn: boolean;
  /** indRetor: goods that come back from where they were sent for a while. */
  comesBack: boolean;
  /** indRemes: goods sent without a sale. */
  isRemittance: boolean;
  /** indExcIBSCBS: what an issuer without state registration may do too. */
  isForUnregistered: boolean;
};

type Row = {
  in: boolean;
  place: string;
  kind: string;
  from: string;
  until?: string;
} & Partial<
  Record<'nfe' | 'nfce' | 'return' | 'meiReturn' | 'comesBack' | 'remittance' | 'ibsCbsOnlyIssuer', boolean | number>
>;

const rows = new Map<string, Row>(Object.entries(published.cfop));
const table: ReadonlyMap<string, Cfop> = new Map([...rows].map(([code, row]) => [code, read(code, row)]));

/** The code by its four digits; undefined where the table does not have it. */
export function cfopOf(code: string): Cfop | undefined {
  return table.get(code);
}

function read(code: string, row: Row): Cfop {
  return {
    code,
    direction: row.in ? 'IN' : 'OUT',
    place: known(places, row.place),
    kind: known(kinds, row.kind),
    from: row.from,
    until: row.until ?? null,
    isForNfe: Boolean(row.nfe),
    isForNfce: Boolean(row.nfce),
    isReturn: Boolean(row.return),
    isForMeiReturn: Boolean(row.meiReturn),
    comesBack: Boolean(row.comesBack),
    isRemittance: Boolean(row.remittance),
    isForUnregistered: Boolean(row.ibsCbsOnlyIssuer),
  };
}

function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new TypeError(`tables/cfop.json has an unknown word: ${text}`);
  return word;
}
