import { type ErrorDetail, XmlAttribute, type XmlDocument, XmlElement } from 'libxml2-wasm';
import type { FamilyWords } from './family-words.ts';
import { fieldOf } from './field.ts';
import { fillGap, placeholderOf } from './gaps.ts';
import { nfeWords } from './nfe/words.ts';
import { nfseWords } from './nfse/words.ts';
import { sentenceOf } from './sentence.ts';

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

type Found = { element: XmlElement; message: string };

function locate(document: XmlDocument, { xpath, message }: ErrorDetail): Found {
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
