import { readXml, textOf, type XmlElement, type XmlLimits } from '../xml/reader.ts';

/** What came back is not an answer of the authority's layout: nothing may be concluded from it, ask again. */
export class AnswerUnreadable extends Error {
  readonly code = 'AnswerUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(`A resposta da SEFAZ não pôde ser lida: ${why}`, options);
    this.name = 'AnswerUnreadable';
  }
}

/** The status in every answer: a code of three or four digits, and its words. */
export type Status = { cStat: string; xMotivo: string };

/** The root of an answer that must have this name. */
export function answerRoot(raw: string, name: string, limits?: XmlLimits): XmlElement {
  let root: XmlElement;
  try {
    root = readXml(raw, limits);
  } catch (cause) {
    throw new AnswerUnreadable('não é XML', { cause });
  }
  if (root.name !== name) throw new AnswerUnreadable(`esperava ${name}, veio ${root.name}`);
  return root;
}

/** Text of a field without which nothing can be concluded. */
export function required(element: XmlElement, name: string): string {
  const text = textOf(element, name)?.trim();
  if (!text) throw new AnswerUnreadable(`falta ${name} em ${element.name}`);
  return text;
}

/** Text of a field, null where it is absent or empty. */
export function optional(element: XmlElement, name: string): string | null {
  return textOf(element, name)?.trim() || null;
}

/** cStat and xMotivo; the words may be missing, the code may not. */
export function statusIn(element: XmlElement): Status {
  const cStat = required(element, 'cStat');
  if (!/^[0-9]{3,4}$/.test(cStat)) throw new AnswerUnreadable(`cStat "${cStat}"`);
  return { cStat, xMotivo: optional(element, 'xMotivo') ?? '' };
}

/** The element as it came. It will be put inside another document, so its name must not use a prefix declared outside it. */
export function rawOf(source: string, element: XmlElement): string {
  if (!source.startsWith(`<${element.name}`, element.start)) throw new AnswerUnreadable(`${element.name} com prefixo`);
  return source.slice(element.start, element.end);
}
