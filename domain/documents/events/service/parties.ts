import { child, readXml, textOf, type XmlElement } from '../../../xml/reader.ts';
import type { ServiceAuthor } from './table.ts';

/** The party that issued the note, by its tpEmit. */
const issuers: Readonly<Record<string, ServiceAuthor>> = { '1': 'PROVIDER', '2': 'TAKER', '3': 'INTERMEDIARY' };
const groups = [
  ['prest', 'PROVIDER'],
  ['toma', 'TAKER'],
  ['interm', 'INTERMEDIARY'],
] as const;

/**
 * A company's part in an NFS-e, by its XML: `ISSUER` where it issued the note, as whichever of the three parties; null where it has none.
 *
 * @param taxId whole CNPJ or CPF: each establishment stands for itself
 * @throws XmlRefused
 * @throws TypeError where the XML is no NFS-e with its DPS
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
