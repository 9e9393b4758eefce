import { modulus11 } from '../../modulus-11.ts';
import { stateCodes } from '../../states.ts';
import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { isNonZero } from '../html/numbers.ts';

/** tpEmis of a note on security paper: FS-IA, which is no longer made, and FS-DA. */
const onSecurityPaper: ReadonlySet<string | undefined> = new Set(['2', '5']);

/**
 * What the second barcode of a note on security paper says, in 36 characters: the facts by which goods are let through while the authority
 * does not know the note (MOC 7.0 Anexo II §2.9.2). Nothing for a note issued in another way. We issue none so, but print those of others.
 */
export function secondBarcode(infNFe: XmlElement): string | null {
  const emissionType = textOf(infNFe, 'ide', 'tpEmis');
  if (!onSecurityPaper.has(emissionType)) return null;
  const total = (tag: string) => textOf(infNFe, 'total', 'ICMSTot', tag);
  const facts = [
    partyState(infNFe), // cUF
    emissionType, // tpEmis
    partyTaxId(infNFe), // CNPJ
    (total('vNF') ?? '').replace('.', '').padStart(14, '0'), // vNF
    isNonZero(total('vICMS')) ? '1' : '2', // ICMSp
    isNonZero(total('vST')) ? '1' : '2', // ICMSs
    textOf(infNFe, 'ide', 'dhEmi')?.slice(8, 10), // DD
  ].join('');
  return `${facts}${modulus11(facts)}`;
}

/** IBGE code of the state of who buys, or of who sends what the issuer takes in; 99 abroad. */
function partyState(infNFe: XmlElement): string {
  const state = textOf(infNFe, 'dest', 'enderDest', 'UF') ?? '';
  return stateCodes.get(state) ?? '99';
}

/** CNPJ or CPF of the same, zeros before it; zeros alone abroad. */
function partyTaxId(infNFe: XmlElement): string {
  const dest = child(infNFe, 'dest');
  const taxId = dest && (textOf(dest, 'CNPJ') ?? textOf(dest, 'CPF'));
  return (taxId ?? '').padStart(14, '0');
}
