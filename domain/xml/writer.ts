import { cleanLines, cleanText } from './clean-text.ts';

/*
 * These functions alone write markup, as text that is Canonical XML 1.0 (inclusive) from the start: no empty-element tags, attributes in order, no
 * space between elements. So signed XML is never serialized again.
 */

/** An element that contains the text, cleaned and escaped; an empty string where there is no text. */
export function field(name: string, value: string | null | undefined): string {
  return value ? written(name, cleanText(value)) : '';
}

/** As `field`, with line feeds kept. A line feed, unlike other line ends, is the same before and after every parser and in canonical form. */
export function linesField(name: string, value: string | null | undefined): string {
  return value ? written(name, cleanLines(value)) : '';
}

function written(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeText(text)}</${name}>`;
}

/** An element that contains other elements; an empty string where all of them are empty. */
export function group(name: string, ...content: string[]): string {
  const inside = content.join('');
  return inside === '' ? '' : `<${name}>${inside}</${name}>`;
}

/** An element that is always written. Its attributes have no prefix: `xmlns` comes first, then the others by name (Canonical XML 1.0 §2.2). */
export function element(name: string, attributes: Record<string, string>, ...content: string[]): string {
  const { xmlns, ...others } = attributes;
  const ordered = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
  if (xmlns !== undefined) ordered.unshift(['xmlns', xmlns]);
  const inTag = ordered.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('');
  return `<${name}${inTag}>${content.join('')}</${name}>`;
}

const textReferences = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]);
const attributeReferences = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]);

/** Text as Canonical XML 1.0 §2.3 writes a text node. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (found) => textReferences.get(found) ?? found) : text;
}

/** A value as Canonical XML 1.0 §2.3 writes an attribute node. */
function escapeAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (found) => attributeReferences.get(found) ?? found);
}

/** The field `CNPJ` or `CPF`, by the length of the text. */
export function taxIdField(taxId: string): string {
  return field(taxId.length === 11 ? 'CPF' : 'CNPJ', taxId);
}

/** The digits of a text that people type with punctuation (telephones, zip codes, state registrations). */
export function onlyDigits(text: string | null | undefined): string | null {
  return text?.replace(/\D/g, '') ?? null;
}
