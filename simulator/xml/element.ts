import { SaxesParser } from 'saxes';
import { create } from 'xmlbuilder2';

/** The namespace of NF-e and NFC-e, their events and their services' messages. */
export const nfe = 'http://www.portalfiscal.inf.br/nfe';

/**
 * One element of a received message, by local name. `start` and `end` are offsets in the source, so that signed content
 * can be cut out exactly as it was written. `text` is everything written directly inside, white space included.
 */
export type Element = {
  name: string;
  prefix: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  /** Prefixes declared on this very element; the default namespace is the empty string. */
  declares: readonly string[];
  children: readonly Element[];
  text: string;
  start: number;
  end: number;
};

/** The first element at the end of a path of names; undefined if the path breaks off. */
export function child(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let at = element;
  for (const name of path) {
    if (at === undefined) return undefined;
    at = firstNamed(at.children, name);
  }
  return at;
}

// A plain loop, because the rules call this about two thousand times for a note.
function firstNamed(elements: readonly Element[], name: string): Element | undefined {
  for (const one of elements) if (one.name === name) return one;
  return undefined;
}

/** All direct children of that name, in order. */
export function children(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((c) => c.name === name) ?? [];
}

/** The text at the end of a path of names; undefined if there is no such element. */
export function textOf(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return child(element, ...path)?.text;
}

/** One element as a text of its own, exactly as written, with its namespace declared on it if an ancestor declared it. */
export function standalone(source: string, element: Element): string {
  const written = source.slice(element.start, element.end);
  if (element.declares.includes('')) return written;
  return written.replace(/^<[^\s/>]+/, (tag) => `${tag} xmlns="${element.namespace}"`);
}

type GrowingElement = Element & { children: GrowingElement[]; declares: string[]; attributes: Record<string, string> };

const deepest = 64;
const xmlns = 'http://www.w3.org/2000/xmlns/';

/**
 * Reads a whole XML text into elements.
 *
 * @throws when the text is not well-formed, has a DTD (only an attacker sends one), or nests deeper than 64.
 */
export function readXml(source: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const document = growing({ name: '', prefix: '', namespace: '', start: 0 });
  const open = [document];
  const innermost = (): GrowingElement => open.at(-1) ?? document;

  parser.on('doctype', () => refuse('DTD nao permitida'));
  parser.on('error', (error) => refuse(error.message));
  parser.on('opentag', (tag) => {
    if (open.length > deepest) refuse('elementos em profundidade excessiva');
    const start = source.lastIndexOf('<', parser.position - 1);
    const element = growing({ name: tag.local, prefix: tag.prefix, namespace: tag.uri, start });
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.uri === xmlns) element.declares.push(attribute.prefix === '' ? '' : attribute.local);
      else element.attributes[attribute.name] = attribute.value;
    }
    innermost().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.end = parser.position;
  });
  const append = (text: string): void => {
    innermost().text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(source).close();

  const root = document.children[0];
  return root ?? refuse('documento vazio');
}

function growing(of: { name: string; prefix: string; namespace: string; start: number }): GrowingElement {
  return { ...of, attributes: {}, declares: [], children: [], text: '', end: of.start };
}

function refuse(why: string): never {
  throw new Error(why);
}

/** The content of an element: elements by their names, attributes as `@name`, text as `#`. Undefined values are left out. */
export type Content = { readonly [name: string]: string | number | undefined | Content };

type Builder = ReturnType<typeof create>;

/**
 * Writes one element as text, without white space between tags. `inside` is XML that is appended to its content unchanged: documents as
 * they were received, answers as they were registered.
 */
export function writeElement(name: string, content: Content, inside = ''): string {
  const element = fill(create().ele(name), content);
  const written = element.toString({ allowEmptyTags: true });
  const end = `</${name}>`;
  return `${written.slice(0, -end.length)}${inside}${end}`;
}

function fill(element: Builder, content: Content): Builder {
  for (const [name, value] of Object.entries(content)) {
    if (value === undefined) continue;
    if (typeof value === 'object') fill(element.ele(name), value);
    else if (name === '#') element.txt(escaped(value));
    else if (name.startsWith('@')) element.att(name.slice(1), escaped(value));
    else element.ele(name).txt(escaped(value));
  }
  return element;
}

/** The library does not escape an ampersand that looks like an entity. No text here contains entities, so every ampersand is escaped. */
function escaped(value: string | number): string {
  return String(value).replaceAll('&', '&amp;');
}
