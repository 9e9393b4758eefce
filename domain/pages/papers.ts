import type { RollMm } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';

/** What a document can be printed on: A4, a sticker of 100 × 150 mm, or a roll of 58 or 80 mm. */
export const papers = ['A4', 'LABEL', 'ROLL_58', 'ROLL_80'] as const;
export type Paper = (typeof papers)[number];

const sheets: readonly Paper[] = ['A4'];
const parcels: readonly Paper[] = ['A4', 'LABEL'];
const rolls: readonly Paper[] = ['ROLL_58', 'ROLL_80'];
const all: readonly Paper[] = [...parcels, ...rolls];

/** The width of a roll; undefined of a paper that is none. */
export function rollMmOf(paper: Paper): RollMm | undefined {
  if (paper === 'ROLL_58') return '58';
  return paper === 'ROLL_80' ? '80' : undefined;
}

/**
 * What a document can be printed on. A sticker is for sales to final consumers (Ajuste SINIEF 7/2005, clause 9 § 5º-A; NT 2020.004).
 *
 * @param xml of which its ide alone is looked at
 */
export function papersOf(type: DocumentType, xml: string): readonly Paper[] {
  switch (type) {
    case 'NFCE':
      return rolls;
    case 'NFSE':
      return sheets;
    case 'NFE':
      if (isCoupon(xml)) return isAuthorized(xml) ? all : rolls;
      return isSoldToConsumer(xml) ? parcels : sheets;
  }
}

/** What a document is printed on unless somebody asks for another paper: as it says itself (tpImp), on a roll as wide as the company's. */
export function ownPaper(type: DocumentType, xml: string, rollMm: RollMm): Paper {
  if (type === 'NFCE' || (type === 'NFE' && isCoupon(xml))) return rollMm === '58' ? 'ROLL_58' : 'ROLL_80';
  return type === 'NFE' && printForm(xml) === '3' ? 'LABEL' : 'A4';
}

/** tpImp. The note is whole, and read again by who draws it: what is looked at here stands before anything that people write at length. */
const printForm = (xml: string): string | undefined => /<tpImp>(\d)<\/tpImp>/.exec(xml)?.[1];

/** Whether an NF-e is one in a coupon, which alone is issued offline (tpImp 6). */
export const isCoupon = (xml: string): boolean => printForm(xml) === '6';

/** What was issued offline is on a roll until the authority has it. */
const isAuthorized = (xml: string): boolean => xml.includes('<protNFe');

const isSoldToConsumer = (xml: string): boolean =>
  xml.includes('<tpNF>1</tpNF>') && xml.includes('<indFinal>1</indFinal>');
