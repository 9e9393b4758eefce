import { SaxesParser, type SaxesTagNS } from 'saxes';

type XmlRefusal = 'malformed' | 'doctype' | 'too_large' | 'too_deep' | 'encoding';

const sentences: Record<XmlRefusal, string> = {
  malformed: 'O XML está malformado',
  doctype: 'O XML traz DOCTYPE, que não é aceito',
  too_large: 'O XML excede o tamanho aceito',
  too_deep: 'O XML tem níveis demais',
  encoding: 'A codificação do XML não é aceita ou não corresponde ao conteúdo',
};

/** XML from outside that is not accepted; `code` is stable and tells why. */
class XmlRefused extends Error {
  readonly code: XmlRefusal;

  constructor(code: XmlRefusal, options?: ErrorOptions) {
    super(sentences[code], options);
    this.name = 'XmlRefused';
    this.code = code;
  }
}

/** An element by its local name; `text` is all text directly in it, with references and CDATA resolved and spaces kept. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Positions in the text that was read (UTF-16 code units): of the element's `<`, and just after its last `>`. */
  start: number;
  end: number;
};

/** The largest size, 8 MiB where absent, and the most levels, 64 where absent. */
export type XmlLimits = { maxBytes?: number; maxDepth?: number };

/**
 * Reads XML that came from outside. A DTD is refused, so that there are no entities but the five of XML; size and depth are limited.
 *
 * @throws XmlRefused
 */
export function readXml(source: string | Uint8Array, limits: XmlLimits = {}): XmlElement {
  const { maxBytes = 8 * 1024 * 1024, maxDepth = 64 } = limits;
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > maxBytes) throw new XmlRefused('too_large');
  const text = typeof source === 'string' ? source : decodeXml(source);
  try {
    return parse(text, maxDepth);
  } catch (cause) {
    if (cause instanceof XmlRefused) throw cause;
    throw new XmlRefused('malformed', { cause });
  }
}

function parse(source: string, maxDepth: number): XmlElement {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '', start: 0, end: 0 };
  const open = [document];
  let start = 0;
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('doctype', () => {
    throw new XmlRefused('doctype');
  });
  parser.on('opentagstart', () => {
    if (open.length > maxDepth) throw new XmlRefused('too_deep');
    start = source.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', (tag) => {
    const element = { name: tag.local, attributes: attributesOf(tag), children: [], text: '', start, end: 0 };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.end = parser.position;
  });
  parser.write(source).close();
  const [root] = document.children;
  if (!root) throw new XmlRefused('malformed');
  return root;
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes = Object.values(tag.attributes).filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
  return Object.fromEntries(attributes.map(({ local, value }) => [local, value]));
}

/** The first descendant along the path, or undefined. */
export function child(element: XmlElement, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => found?.children.find((candidate) => candidate.name === name),
    element,
  );
}

/** The direct children of that name, in the document's order. */
export function children(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((candidate) => candidate.name === name);
}

/** Text of the first descendant along the path, or undefined where there is no such element. */
export function textOf(element: XmlElement, ...path: string[]): string | undefined {
  return child(element, ...path)?.text;
}

/** Text of the first descendant along the path, without spaces around it; null where it is absent or empty. */
export function optionalText(element: XmlElement, ...path: string[]): string | null {
  return textOf(element, ...path)?.trim() || null;
}

const encodings = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252']);
const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/**
 * Decodes an XML file: by its byte order mark, else by its first bytes, else by its declaration, else as UTF-8 (XML 1.0, appendix F).
 *
 * @throws XmlRefused `encoding`
 */
function decodeXml(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof XmlRefused) throw cause;
    throw new XmlRefused('encoding', { cause });
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  const declaration = declared.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, ''),
  );
  const name = declaration?.[1]?.toLowerCase() ?? 'utf-8';
  if (!encodings.has(name)) throw new XmlRefused('encoding');
  return name;
}
