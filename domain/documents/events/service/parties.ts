import { child, readXml, textOf, type XmlElement } from '../../../xml/reader.ts';
import type { ServiceAuthor } from './table.ts';

/** tpEmit: who issued it. */
const issuers: Readonly<Record<string, ServiceAuthor>> = { '1': 'PROVIDER', '2': 'TAKER', '3': 'INTERMEDIARY' };
const groups = [
  ['prest', 'PROVIDER'],
  ['toma', 'TAKER'],
  ['interm', 'INTERMEDIARY'],
] as const;

/**
 * What a company is to an NFS-e, from its XML: `ISSUER` where it issued the note in whichever of the three parts; null where it has none.
 *
 * @param taxId CNPJ or CPF, whole: an establishment speaks for itself
 * @throws XmlRefused
 * @throws TypeError where it is no NFS-e with its DPS
 */
export function authorIn(nfse: string | Uint8Array, taxId: string): ServiceAuthor | null {
  const infDPS = child(readXml(nfse), 'infNFSe', 'DPS', 'infDPS');
  if (!infDPS) throw new TypeError('the parties of an NFS-e are read from its DPS');
  const issuer = issuers[textOf(infDPS, 'tpEmit') ?? '1'];
  const found = groups.filter(([group]) => isOf(child(infDPS, group), taxId)).map(([, author]) => author);
  const [first] = found;
  if (!first) return null;
  return found.some((author) => author === issuer) ? 'ISSUER' : first;
}

function isOf(party: XmlElement | undefined, taxId: string): boolean {
  return party !== undefined && (textOf(party, 'CNPJ') ?? textOf(party, 'CPF')) === taxId;
}
