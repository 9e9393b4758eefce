import { createHash } from 'node:crypto';
import type { Note } from '../rules/note.ts';
import { textOf } from '../xml/element.ts';

/** What of an item a substitute must repeat (MOC 7.0 Anexo I, 5P31-40). */
const compared = ['cProd', 'cEAN', 'xProd', 'NCM', 'CFOP', 'uCom', 'qCom', 'vUnCom', 'vProd', 'indTot'];

/** How many items a note has, and a digest of what they are. */
export function itemsDigest({ items }: Note): { count: number; sha256: string } {
  const said = items.map(({ product }) => compared.map((name) => textOf(product, name) ?? ''));
  return { count: items.length, sha256: createHash('sha256').update(JSON.stringify(said)).digest('hex') };
}
