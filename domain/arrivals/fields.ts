import { DateTime } from 'luxon';
import { isAccessKey } from '../access-key.ts';
import { decimal, money } from '../money.ts';
import { child, optionalText, readXml, type XmlElement } from '../xml/reader.ts';

/** Far above any document of either system; their messages are limited to 500 KB. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The root of a document that somebody else issued, from its text, or from its bytes, which must be UTF-8 as both layouts demand.
 *
 * @throws UnreadableEntry
 */
export function documentOf(xml: string | Uint8Array): XmlElement {
  const text = typeof xml === 'string' ? xml : decoded(xml);
  try {
    return readXml(text, { maxBytes });
  } catch (cause) {
    throw new UnreadableEntry(cause instanceof Error ? cause.message : 'O XML não pôde ser lido', { cause });
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableEntry('O documento não está em UTF-8', { cause });
  }
}

/** A child element that must exist. @throws UnreadableEntry */
export function requiredChild(element: XmlElement, ...path: string[]): XmlElement {
  const found = child(element, ...path);
  if (!found) throw new UnreadableEntry(`Falta ${path.join('/')} em ${element.name}`);
  return found;
}

/** Text of a field that must exist. @throws UnreadableEntry */
export function required(element: XmlElement, ...path: string[]): string {
  const text = optionalText(element, ...path);
  if (text === null) throw new UnreadableEntry(`Falta ${path.join('/')} em ${element.name}`);
  return text;
}

/** CNPJ or CPF of a person; null where it has neither, like somebody from abroad. */
export function taxIdIn(person: XmlElement | undefined): string | null {
  if (!person) return null;
  return normalTaxId(optionalText(person, 'CNPJ') ?? optionalText(person, 'CPF'));
}

/** The text where it has the form of a CNPJ or CPF. */
export function normalTaxId(text: string | null): string | null {
  return text !== null && /^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/.test(text) ? text : null;
}

/** A CNPJ or CPF that must exist. @throws UnreadableEntry */
export function requiredTaxId(person: XmlElement): string {
  const taxId = taxIdIn(person);
  if (taxId === null) throw new UnreadableEntry(`Falta o CNPJ ou CPF em ${person.name}`);
  return taxId;
}

/** A moment; one without an offset, although the schemas demand it, is read as Brasília's. Null where it is absent. @throws UnreadableEntry */
export function optionalMoment(element: XmlElement, ...path: string[]): Date | null {
  return optionalTime(element, path)?.toJSDate() ?? null;
}

/** A day, as AAAA-MM-DD. Null where it is absent. @throws UnreadableEntry */
export function optionalDay(element: XmlElement, ...path: string[]): string | null {
  return optionalTime(element, path)?.toISODate() ?? null;
}

/** Years that are accepted: all that have four digits in every offset, so that they can be stored and shown. The layouts allow 2000 to 2099 only. */
const years = { first: 1000, last: 9998 };

function optionalTime(element: XmlElement, path: string[]): DateTime<true> | null {
  const text = optionalText(element, ...path);
  if (text === null) return null;
  const at = DateTime.fromISO(text, { zone: 'America/Sao_Paulo' });
  if (!at.isValid || at.year < years.first || at.year > years.last) {
    throw new UnreadableEntry(`${path.join('/')} "${text.slice(0, 40)}" não é uma data`);
  }
  return at;
}

/** A moment that must exist. @throws UnreadableEntry */
export function requiredMoment(element: XmlElement, ...path: string[]): Date {
  const at = optionalMoment(element, ...path);
  if (at === null) throw new UnreadableEntry(`Falta ${path.join('/')} em ${element.name}`);
  return at;
}

/** An amount that must exist, with two decimals and at most thirteen digits before them (TDec_1302). @throws UnreadableEntry */
export function requiredAmount(element: XmlElement, ...path: string[]): string {
  const text = required(element, ...path);
  const isAmount = /^[0-9]{1,15}(\.[0-9]{1,4})?$/.test(text);
  const value = isAmount ? money(decimal(text)) : null;
  if (value === null || value.length > largestAmount.length) {
    throw new UnreadableEntry(`${path.join('/')} "${text.slice(0, 40)}" não é um valor`);
  }
  return value;
}

const largestAmount = '9999999999999.99';

/** Checks the access key of a note of goods. @throws UnreadableEntry */
export function accessKeyOf(text: string): string {
  if (!isAccessKey(text)) throw new UnreadableEntry(`"${text.slice(0, 60)}" não é uma chave de acesso de NF-e`);
  return text;
}

/** Digits that must exist, within the bounds of `Count`. @throws UnreadableEntry */
export function requiredDigits(element: XmlElement, { atLeast = 1, atMost }: Count, ...path: string[]): string {
  const text = required(element, ...path);
  if (!/^[0-9]+$/.test(text) || text.length < atLeast || text.length > atMost) {
    throw new UnreadableEntry(`${path.join('/')} "${text.slice(0, 40)}" não é um número de até ${atMost} dígitos`);
  }
  return text;
}

type Count = { atLeast?: number; atMost: number };

/** Digits of a tpEvento. */
export const codeDigits: Count = { atLeast: 6, atMost: 6 };
/** Digits of a cStat. */
export const statusDigits: Count = { atMost: 8 };

/** The number of a protocol (nProt, nDFSe); null where it does not have the form of one. */
export function protocolIn(element: XmlElement, name: string): string | null {
  const text = optionalText(element, name);
  return text !== null && /^[0-9]{1,17}$/.test(text) ? text : null;
}

/** Reads an nSeqEvento. @throws UnreadableEntry */
export function sequenceOf(text: string): number {
  if (!/^[0-9]{1,3}$/.test(text)) throw new UnreadableEntry(`nSeqEvento "${text.slice(0, 40)}" não é uma sequência`);
  return Number(text);
}

/** An entry of a lot that cannot be read; its bytes are kept, and it is counted. `reason` is in Portuguese, without a full stop. */
export class UnreadableEntry extends Error {
  readonly code = 'UnreadableEntry';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnreadableEntry';
    this.reason = reason;
  }
}
