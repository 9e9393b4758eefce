import { DateTime } from 'luxon';
import { child, readXml, textOf, type XmlElement } from '../xml/reader.ts';
import { NfseUnreadable } from './unreadable.ts';

/** The root of a document of the national system, which must have this name, whatever its prefix. @throws NfseUnreadable */
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

/** An element that must be there. @throws NfseUnreadable */
export function requiredChild(element: XmlElement, ...path: string[]): XmlElement {
  const found = child(element, ...path);
  if (!found) throw new NfseUnreadable(`falta ${path.join('/')} em ${element.name}`);
  return found;
}

/** Text that must be there. @throws NfseUnreadable */
export function required(element: XmlElement, ...path: string[]): string {
  const text = optional(element, ...path);
  if (text === null) throw new NfseUnreadable(`falta ${path.join('/')} em ${element.name}`);
  return text;
}

/** Text of a field, null where it is absent or empty. */
export function optional(element: XmlElement, ...path: string[]): string | null {
  return textOf(element, ...path)?.trim() || null;
}

/** A moment that must be there; without an offset, which the schema asks for, it is Brasília's. @throws NfseUnreadable */
export function moment(element: XmlElement, name: string): Date {
  const text = required(element, name);
  const at = DateTime.fromISO(text, { zone: 'America/Sao_Paulo' });
  if (!at.isValid) throw new NfseUnreadable(`${name} "${text}"`);
  return at.toJSDate();
}
