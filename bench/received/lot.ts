import { gzipSync } from 'node:zlib';
import type { LotEntry } from '../../domain/conversation/distribution-answer.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import { buildNfe } from '../../domain/nfe/build-nfe.ts';
import { nfeProc } from '../../domain/sefaz/messages.ts';
import { computedItem, computedNote, identity, issuer, recipient } from '../../tests/support/samples/notes.ts';
import { makeSigner } from '../../tests/support/samples/signer.ts';

/** What a lot consists of: summaries, or complete notes. */
export type Kind = 'resNFe' | 'procNFe';

/** One entry of each kind about the same note. */
export type Pair = Record<Kind, Pick<LotEntry, 'schema' | 'content'>>;

const signer = makeSigner();
const products = [
  'Pão de queijo congelado',
  'Café torrado em grãos',
  'Açúcar mascavo orgânico',
  'Farinha de trigo especial',
];
const total = '700.00';
const installments = [
  { number: '001', dueDate: '2026-12-21', value: '350.00' },
  { number: '002', dueDate: '2027-01-21', value: '350.00' },
];

/** A supplier's signed note of seven items in two installments (about 10 KB of XML), and its summary. */
export function pairOf(number: number, recipientTaxId: string): Pair {
  const { xml, accessKey, digestValue } = buildNfe(noteTo(recipientTaxId, number), numbered(number), {
    signer,
    csc: null,
  });
  const protNFe =
    '<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><verAplic>SP_NFE_PL_010f</verAplic>' +
    `<chNFe>${accessKey}</chNFe><dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>135260000123456</nProt>` +
    `<digVal>${digestValue}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`;
  const summary =
    `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${accessKey}</chNFe><CNPJ>${issuer.taxId}</CNPJ>` +
    `<xNome>${issuer.name}</xNome><IE>110042490114</IE><dhEmi>2026-11-21T09:30:00-03:00</dhEmi><tpNF>1</tpNF><vNF>${total}</vNF>` +
    `<digVal>${digestValue}</digVal><dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>135260000123456</nProt>` +
    '<cSitNFe>1</cSitNFe></resNFe>';
  return {
    procNFe: { schema: 'procNFe_v4.00.xsd', content: packed(nfeProc(xml, protNFe)) },
    resNFe: { schema: 'resNFe_v1.01.xsd', content: packed(summary) },
  };
}

function noteTo(taxId: string, number: number): ComputedNote {
  const { totals } = computedNote();
  return computedNote({
    recipient: { ...recipient, document: taxId },
    items: Array.from({ length: 7 }, (_, at) =>
      computedItem({
        number: at + 1,
        code: `P-${number}-${at}`,
        description: `${products[at % 4]}, pacote de ${at + 1} kg`,
      }),
    ),
    totals: { ...totals, products: total, note: total },
    invoice: { original: total, discount: '0.00', net: total, installments },
    payments: [{ method: 'BANK_SLIP', term: '1', description: null, value: total, card: null }],
  });
}

const numbered = (number: number) => ({ ...identity, number, cNF: String(83_450_921 - number).padStart(8, '0') });
const packed = (xml: string): string => gzipSync(xml).toString('base64');
