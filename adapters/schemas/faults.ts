import { type ErrorDetail, XmlAttribute, type XmlDocument, XmlElement } from 'libxml2-wasm';
import { nfeWords } from './nfe-words.ts';
import { nfseWords } from './nfse-words.ts';
import { type FamilyWords, sentenceOf } from './sentence.ts';

/** One thing that the schema does not accept. */
export type SchemaFault = {
  /** The field by its place in the XML, below the signed element: `det[3]/prod/NCM`. */
  field: string;
  /** The same field as the API names it, `items[2].ncm`; its place in the XML where no field of the API fills it. */
  path: string;
  /** Portuguese: the field, what was found and what is accepted. */
  message: string;
};

/** More elements than any parent of the layout can lack. */
const maximumRounds = 100;

/**
 * All faults of a document at once, in its order. A validator gives up on an element's remaining children at the first one that is
 * missing; so what is missing is put in, marked, and the document checked again until nothing is missing any more.
 *
 * @param document is changed
 */
export function collectFaults(document: XmlDocument, check: () => ErrorDetail[]): SchemaFault[] {
  const words = wordsOf(document);
  let found = check().map((detail) => locate(document, detail));
  for (let round = 0; round < maximumRounds; round++) {
    const filled = found.filter(({ element, message }) => fillGap(element, message, words));
    if (filled.length === 0) break;
    found = check().map((detail) => locate(document, detail));
  }
  const faults = found.map(({ element, message }) => describe(element, message, words));
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()];
}

/** By the namespace of the root: what no family can be told by is spoken of as an NF-e. */
function wordsOf({ root }: XmlDocument): FamilyWords {
  return [nfeWords, nfseWords].find(({ namespace }) => namespace === root.namespaceUri) ?? nfeWords;
}

type LocatedFault = { element: XmlElement; message: string };

function locate(document: XmlDocument, { xpath, message }: ErrorDetail): LocatedFault {
  const node = xpath === undefined ? null : document.get(xpath);
  const element = node instanceof XmlAttribute ? node.parent : node;
  return { element: element instanceof XmlElement ? element : document.root, message };
}

function describe(element: XmlElement, message: string, words: FamilyWords): SchemaFault {
  const placeholder = placeholderOf(element);
  const field = fieldOf(placeholder?.element ?? element, words);
  return {
    field,
    path: apiPathOf(field, words) ?? field,
    message: placeholder ? `Falta informar ${placeholder.names}.` : sentenceOf(element.name, message, words),
  };
}

/**
 * The API's name of the field that fills a field of the XML: `items[2].ncm` for `det[3]/prod/NCM`; null where none does. What the XML
 * counts from 1 the API counts from 0.
 */
function apiPathOf(field: string, { apiFields, variants }: FamilyWords): string | null {
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place) - 1);
  const uncounted = field.replace(/\[\d+\]/g, '[]');
  const general = variants.reduce((place, [group, name]) => place.replace(group, name), uncounted);
  return apiFields.get(general)?.replace(/\[\]/g, () => `[${places.shift()}]`) ?? null;
}

/** An element by its place below the signed one (or the root): `det[3]/prod/NCM`. What may repeat is counted from 1. */
function fieldOf(element: XmlElement, { signed, repeated }: FamilyWords): string {
  const steps: string[] = [];
  for (let node: XmlElement | null = element; node && !signed.has(node.name); node = node.parent) {
    steps.unshift(repeated.has(node.name) ? `${node.name}[${placeOf(node)}]` : node.name);
  }
  return steps.join('/') || element.name;
}

function placeOf(element: XmlElement): number {
  return Number(element.eval(`1 + count(preceding-sibling::*[local-name() = "${element.name}"])`));
}

/** Marks an element that stands for a missing one, and says the names that would fill the gap. */
const marker = 'falta';

/**
 * Puts a marked element where the validator says that one is missing.
 *
 * @returns whether there was a gap to fill
 */
function fillGap(element: XmlElement, message: string, words: FamilyWords): boolean {
  const expected = [...message.matchAll(/\{[^}]*\}(\w+)/g)].map(([, name]) => name ?? '').slice(1);
  const required = expected.at(-1);
  if (required === undefined || placeholderOf(element)) return false;
  const placeholder = placeIn(element, message, required);
  placeholder?.setAttr(marker, namesOf(expected, required, words));
  return placeholder !== null;
}

/** The marked element that this one is or is in, with the names of what is missing. */
function placeholderOf(element: XmlElement): { element: XmlElement; names: string } | null {
  const marked = element.get(`ancestor-or-self::*[@${marker}]`);
  if (!(marked instanceof XmlElement)) return null;
  return { element: marked, names: marked.get(`@${marker}`)?.content ?? marked.name };
}

function placeIn(element: XmlElement, message: string, name: string): XmlElement | null {
  if (message.includes('Missing child element(s).')) return element.addElement(name);
  // Where the expected element comes later, nothing is missing: this element is out of place.
  const isElsewhere = element.get(`../*[local-name() = "${name}"]`) !== null;
  return isElsewhere || !message.includes('This element is not expected.') ? null : element.prependElement(name);
}

/** Optional elements come before the required one: the last name is the missing one, or the last of a choice. */
function namesOf(expected: string[], required: string, { choices }: FamilyWords): string {
  const wanted = choices.filter((names) => names.includes(required)).flat();
  if (wanted.length === 0) return required;
  return expected
    .filter((name) => wanted.includes(name))
    .join(', ')
    .replace(/, (\w+)$/, ' ou $1');
}
