import type { RollMm } from '../companies/settings.ts';
import type { DocumentType } from '../document-types.ts';

/** The papers that documents are printed on: A4, a sticker of 100 × 150 mm, or a roll of 58 or 80 mm. */
export const papers = ['A4', 'LABEL', 'ROLL_58', 'ROLL_80'] as const;
export type Paper = (typeof papers)[number];

const sheets: readonly Paper[] = ['A4'];
const parcels: readonly Paper[] = ['A4', 'LABEL'];
const rolls: readonly Paper[] = ['ROLL_58', 'ROLL_80'];
const all: readonly Paper[] = [...parcels, ...rolls];

/** The width of a roll; undefined for other papers. */
export function rollMmOf(paper: Paper): RollMm | undefined {
  if (paper === 'ROLL_58') return '58';
  return paper === 'ROLL_80' ? '80' : undefined;
}

/**
 * The papers that a document can be printed on. A sticker is for sales to final consumers (Ajuste SINIEF 7/2005, clause 9 § 5º-A; NT 2020.004).
 *
 * @param xml the note; only its `ide` is read
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

/** The paper of a document if nobody asks for another: the one that the note names (tpImp), or a roll of the company's width. */
export function ownPaper(type: DocumentType, xml: string, rollMm: RollMm): Paper {
  if (type === 'NFCE' || (type === 'NFE' && isCoupon(xml))) return rollMm === '58' ? 'ROLL_58' : 'ROLL_80';
  return type === 'NFE' && printForm(xml) === '3' ? 'LABEL' : 'A4';
}

/** tpImp, found without reading the whole XML: that is done by whoever draws it, and `ide` stands before anything that people write at length. */
const printForm = (xml: string): string | undefined => /<tpImp>(\d)<\/tpImp>/.exec(xml)?.[1];

/** Whether an NF-e has a coupon (tpImp 6); only such an NF-e is issued offline. */
export const isCoupon = (xml: string): boolean => printForm(xml) === '6';

/** Whether the authority has the note. Until then a note that was issued offline is printed on a roll. */
const isAuthorized = (xml: string): boolean => xml.includes('<protNFe');

const isSoldToConsumer = (xml: string): boolean =>
  xml.includes('<tpNF>1</tpNF>') && xml.includes('<indFinal>1</indFinal>');
