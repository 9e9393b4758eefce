import table from '../tables/c-stat.json' with { type: 'json' };

/** The values that fill the blanks of a published text. */
export type ReasonFacts = {
  nItem?: number;
  nOcor?: number;
  /** Position of a referenced document. */
  nRef?: number;
  chNFe?: string;
  nRec?: string;
  /** CNPJ of a party that the registers refuse. */
  cnpj?: string;
  /** Id of the broken rule, to choose the right text if several notes use one number for different things. */
  rule?: string;
  /** Value of any other blank: the name of a field or parameter, or a deadline. */
  field?: string;
  detail?: string;
};

type Meaning = { message: string; rules?: readonly string[] };

const texts: Readonly<Record<string, (Meaning & { others?: readonly Meaning[] }) | undefined>> = {
  ...table.codes,
  ...table.unread,
};
const longest = 255;

/**
 * The authority's text for a code, as its servers send it: without accents, with filled blanks (`[nItem:3]`), without notes for readers of
 * the manual, at most 255 characters.
 *
 * @throws TypeError for a code that is not published.
 */
export function reason(cStat: number, facts: ReasonFacts = {}): string {
  const text = meaningOf(cStat, facts.rule)?.message;
  if (text === undefined) throw new TypeError(`cStat ${cStat} is not in tables/c-stat.json`);
  const filled = text
    .replace(/\s*[[(] ?(?:NT \d|redação dada)[^\])]*[\])]/g, '')
    .replace(/\[ ?nItem: ?(?:999|nnn)[^\]]*\]/, blank('nItem', facts.nItem))
    .replace(/\[ ?nOcor: ?(?:999|nnn) ?\]/, blank('nOcor', facts.nOcor))
    .replace(/\[ ?nRef: ?xxx ?\]/, blank('nRef', facts.nRef))
    .replace(/\[Nome do parâmetro[^\]]*\]/, blank('Param', facts.field))
    .replace('[prazo vigente]', facts.field ? `[${facts.field}]` : '')
    .replace('(<nome do campo>)', facts.field ? `(${facts.field})` : '')
    .replace(/\[ ?nRec: ?9+ ?\]/, blank('nRec', facts.nRec))
    .replace(/\[ ?chNFe: ?9+ ?\]?/, blank('chNFe', facts.chNFe))
    .replace(/\[Chave EPEC: x+\]/, blank('Chave EPEC', facts.chNFe))
    .replace(/\[tag: ?x+\]/, blank('tag', facts.field))
    .replace('[det: DESC_ERRO]', facts.detail ? `[det: ${facts.detail}]` : '')
    .replace('[XX.XXX.XXX/XXXX-DV]', facts.cnpj ? `[${punctuated(facts.cnpj)}]` : '')
    .replace(/\s*\[Limite\]/, '')
    .trim();
  const whole = facts.detail && !text.includes('DESC_ERRO') ? `${filled} [${facts.detail}]` : filled;
  return plain(whole).slice(0, longest).trim();
}

function punctuated(cnpj: string): string {
  return cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

function meaningOf(cStat: number, rule: string | undefined): Meaning | undefined {
  const published = texts[String(cStat)];
  return published?.others?.find(({ rules }) => rule !== undefined && rules?.includes(rule)) ?? published;
}

/** Whether a code is in the published table. */
export function isPublished(cStat: number): boolean {
  return texts[String(cStat)] !== undefined;
}

/** A text in the characters of the authority's servers: no accents, no typographic quotes or dashes. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[^ -~]+/g, ' ');
}

function blank(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `[${name}:${value}]`;
}

const aboutMessage = new Set([
  103, 105, 106, 108, 109, 113, 114, 214, 215, 225, 238, 239, 242, 243, 280, 281, 282, 283, 284, 285, 286, 402, 404,
  409, 410, 411, 416, 452, 516, 517, 565, 568, 587, 588, 656, 764, 765, 776, 999,
]);

/** Whether a code is about the message as a whole, and not about one note or event in it. */
export function isAboutMessage(cStat: number): boolean {
  return aboutMessage.has(cStat);
}

/** Thrown when a message is refused as a whole, before its notes are checked one by one. */
export class Rejection extends Error {
  readonly cStat: number;

  constructor(cStat: number, facts: ReasonFacts = {}, text?: string) {
    super(text ?? reason(cStat, facts));
    this.name = 'Rejection';
    this.cStat = cStat;
  }
}
