import { Buffer } from 'node:buffer';
import type { Schemas } from '../xml/schemas.ts';
import type { Element } from '../xml/element.ts';
import type { Packed } from './packed.ts';
import { receptionFault } from './reception-faults.ts';
import { Refused } from './refused.ts';

export const namespace = 'http://www.sped.fazenda.gov.br/nfse';

/**
 * Checks how a document is written, in the order observed at the real SEFIN: encoding and its declaration (E1229), prefixes (E1228),
 * root (E1242), official schema (E1235).
 *
 * @throws Refused
 */
export function checkForm(document: Packed, root: 'DPS' | 'pedRegEvento', schemas: Schemas): void {
  const fault = (code: Parameters<typeof receptionFault>[0], where?: string): Refused =>
    new Refused(400, [receptionFault(code, where)]);
  if (!isUtf8(document)) throw fault('E1229');
  if (hasPrefix(document.root)) throw fault('E1228');
  if (document.root.name !== root || document.root.namespace !== namespace) throw fault('E1242');
  const wrong = schemas.faultOf(`${root}_v1.01.xsd`, document.source);
  if (wrong !== undefined) throw fault('E1235', wrong);
}

function isUtf8({ bytes, source }: Packed): boolean {
  const declared = /^<\?xml\s[^>]*?encoding=["']([^"']+)["']/.exec(source)?.[1];
  return declared?.toLowerCase() === 'utf-8' && Buffer.from(source, 'utf8').equals(bytes);
}

function hasPrefix({ prefix, declares, children }: Element): boolean {
  return prefix !== '' || declares.some((one) => one !== '') || children.some(hasPrefix);
}
