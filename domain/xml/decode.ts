import { XmlRefused } from './xml-refused.ts';

const encodings = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252']);
const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/**
 * Text of an XML file: by its byte order mark, else by the look of its first bytes, else by its declaration, else UTF-8
 * (XML 1.0, appendix F).
 *
 * @throws XmlRefused `encoding`
 */
export function decodeXml(bytes: Uint8Array): string {
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
