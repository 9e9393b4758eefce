import { type ErrorDetail, XmlAttribute, type XmlDocument, XmlElement } from 'libxml2-wasm';
import { apiFields } from './api-fields.ts';
import { fieldOf } from './field.ts';
import { fillGap, placeholderOf } from './gaps.ts';
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
  let found = check().map((detail) => locate(document, detail));
  for (let round = 0; round < maximumRounds; round++) {
    const filled = found.filter(({ element, message }) => fillGap(element, message));
    if (filled.length === 0) break;
    found = check().map((detail) => locate(document, detail));
  }
  const faults = found.map(({ element, message }) => describe(element, message));
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()];
}

type Found = { element: XmlElement; message: string };

function locate(document: XmlDocument, { xpath, message }: ErrorDetail): Found {
  const node = xpath === undefined ? null : document.get(xpath);
  const element = node instanceof XmlAttribute ? node.parent : node;
  return { element: element instanceof XmlElement ? element : document.root, message };
}

function describe(element: XmlElement, message: string): SchemaFault {
  const placeholder = placeholderOf(element);
  const field = fieldOf(placeholder?.element ?? element);
  return {
    field,
    path: apiPathOf(field) ?? field,
    message: placeholder ? `Falta informar ${placeholder.names}.` : sentenceOf(element.name, message),
  };
}

/**
 * The API's name of the field that fills a field of the XML: `items[2].ncm` for `det[3]/prod/NCM`; null where none does. What the XML
 * counts from 1 the API counts from 0.
 */
function apiPathOf(field: string): string | null {
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place) - 1);
  const general = field.replace(/\[\d+\]/g, '[]').replace(/(ICMS|PIS|COFINS|IPI)\/(ICMS|PIS|COFINS|IPI)\w+/, '$1/*');
  return apiFields.get(general)?.replace(/\[\]/g, () => `[${places.shift()}]`) ?? null;
}
