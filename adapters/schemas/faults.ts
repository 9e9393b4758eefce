import { type ErrorDetail, XmlAttribute, type XmlDocument, XmlElement } from 'libxml2-wasm';
import { nfeWords } from './nfe-words.ts';
import { nfseWords } from './nfse-words.ts';
import { type FamilyWords, sentenceOf } from './sentence.ts';

/** One fault that the schema finds. */
export type SchemaFault = {
  /** The field by its path in the XML, below the signed element: `det[3]/prod/NCM`. */
  field: string;
  /** The same field as the API names it, `items[2].ncm`; the path in the XML where no field of the API fills it. */
  path: string;
  /** A sentence in Portuguese: the field, what was found and what is accepted. */
  message: string;
};

/** More elements than can be missing from a parent in the layout. */
const maximumRounds = 100;

/**
 * All faults of a document, in its order. The validator stops at the first missing child of an element, so each missing child is inserted, marked,
 * and the document is validated again until none is missing.
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

/** The words of a document's family, by the namespace of its root; those of the NF-e for an unknown namespace. */
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
 * The API's name of the field that fills a field of the XML: `items[2].ncm` for `det[3]/prod/NCM`; null where none does. The XML counts from 1, the
 * API from 0.
 */
function apiPathOf(field: string, { apiFields, variants }: FamilyWords): string | null {
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place) - 1);
  const uncounted = field.replace(/\[\d+\]/g, '[]');
  const general = variants.reduce((place, [group, name]) => place.replace(group, name), uncounted);
  return apiFields.get(general)?.replace(/\[\]/g, () => `[${places.shift()}]`) ?? null;
}

/** Path of an element below the signed element (or the root): `det[3]/prod/NCM`. Elements that may repeat are counted from 1. */
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

/** Attribute of an inserted element: the names of the elements of which one is missing. */
const marker = 'falta';

/**
 * Inserts a marked element where the validator says that one is missing.
 *
 * @returns whether one was missing
 */
function fillGap(element: XmlElement, message: string, words: FamilyWords): boolean {
  const expected = [...message.matchAll(/\{[^}]*\}(\w+)/g)].map(([, name]) => name ?? '').slice(1);
  const required = expected.at(-1);
  if (required === undefined || placeholderOf(element)) return false;
  const placeholder = placeIn(element, message, required);
  placeholder?.setAttr(marker, namesOf(expected, required, words));
  return placeholder !== null;
}

/** The inserted element that this one is or is in, with the names of what is missing. */
function placeholderOf(element: XmlElement): { element: XmlElement; names: string } | null {
  const marked = element.get(`ancestor-or-self::*[@${marker}]`);
  if (!(marked instanceof XmlElement)) return null;
  return { element: marked, names: marked.get(`@${marker}`)?.content ?? marked.name };
}

function placeIn(element: XmlElement, message: string, name: string): XmlElement | null {
  if (message.includes('Missing child element(s).')) return element.addElement(name);
  // where the expected element comes later, none is missing: this element is in the wrong place
  const isElsewhere = element.get(`../*[local-name() = "${name}"]`) !== null;
  return isElsewhere || !message.includes('This element is not expected.') ? null : element.prependElement(name);
}

/** The names of what is missing: of the expected elements the last is required, after optional ones; of a choice all of its names. */
function namesOf(expected: string[], required: string, { choices }: FamilyWords): string {
  const wanted = choices.filter((names) => names.includes(required)).flat();
  if (wanted.length === 0) return required;
  return expected
    .filter((name) => wanted.includes(name))
    .join(', ')
    .replace(/, (\w+)$/, ' ou $1');
}
