import { textOf, type XmlElement } from '../../../xml/reader.ts';

/** The document, or the item of it, that the item goes back to (VC01); empty where there is none. */
export function itemReference(det: XmlElement): string {
  const key = textOf(det, 'DFeReferenciado', 'chaveAcesso');
  const number = textOf(det, 'DFeReferenciado', 'nItem');
  return [key && `Ref. ${key}`, number && `item ${number}`].filter(Boolean).join(' ');
}
