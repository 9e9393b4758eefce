import { DateTime } from 'luxon';
import { child, optionalText, readXml, type XmlElement } from '../xml/reader.ts';
import { signElement, type Signer } from '../xml/signature.ts';
import { element } from '../xml/writer.ts';

const namespace = 'http://www.sped.fazenda.gov.br/nfse';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Signs one element and puts it, followed by its signature, into the root that is sent: DPS or pedRegEvento. The authority requires the XML
 * declaration (E1229) and names without prefixes (E1228); the signature is the same as in other fiscal documents.
 *
 * @returns the whole document, byte for byte as it is stored and sent, and the base64 digest of the signed element
 */
export function signedDocument(
  root: string,
  signed: { element: string; id: string },
  signer: Signer,
): { xml: string; digestValue: string } {
  const { signature, digestValue } = signElement({ ...signed, namespace, signer });
  const document = element(root, { xmlns: namespace, versao: '1.01' }, signed.element, signature);
  return { xml: `${declaration}${document}`, digestValue };
}

/** verAplic: the program that made a DPS or an event's request. */
export function verAplicOf(version: string): string {
  return `Lavra ${version}`.slice(0, 20);
}

/**
 * The root of a document of the national system; it must have this local name.
 *
 * @throws NfseUnreadable
 */
export function rootOf(xml: string, name: string): XmlElement {
  let root: XmlElement;
  try {
    root = readXml(xml);
  } catch (cause) {
    throw new NfseUnreadable('o documento não é XML, ou traz DOCTYPE', { cause });
  }
  if (root.name !== name) throw new NfseUnreadable(`esperava ${name}, veio ${root.name}`);
  return root;
}

/**
 * A required element.
 *
 * @throws NfseUnreadable where it is missing
 */
export function requiredChild(element: XmlElement, ...path: string[]): XmlElement {
  const found = child(element, ...path);
  if (!found) throw new NfseUnreadable(`falta ${path.join('/')} em ${element.name}`);
  return found;
}

/**
 * Text of a required element.
 *
 * @throws NfseUnreadable where it is missing or empty
 */
export function required(element: XmlElement, ...path: string[]): string {
  const text = optionalText(element, ...path);
  if (text === null) throw new NfseUnreadable(`falta ${path.join('/')} em ${element.name}`);
  return text;
}

/**
 * A required moment. Without an offset, which the schema asks for, it is in Brasília time.
 *
 * @throws NfseUnreadable
 */
export function requiredMoment(element: XmlElement, name: string): Date {
  const text = required(element, name);
  const at = DateTime.fromISO(text, { zone: 'America/Sao_Paulo' });
  if (!at.isValid) throw new NfseUnreadable(`${name} "${text}"`);
  return at.toJSDate();
}

/** A document that is not as the national system generates it; `why` is a clause in Portuguese. */
export class NfseUnreadable extends Error {
  readonly code = 'NfseUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'NfseUnreadable';
  }
}
