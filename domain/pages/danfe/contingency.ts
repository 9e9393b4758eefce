import { accessKeyMask } from '../../masks.ts';
import { modulus11 } from '../../modulus-11.ts';
import { dayAndTime } from '../../moments.ts';
import { stateCodes } from '../../states.ts';
import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { barcode } from '../html/barcodes.ts';
import type { Markup } from '../html/markup.ts';
import { isNonZero } from '../html/values.ts';
import type { AuthorizedNote } from './authorized-note.ts';
import { type DanfeField, textBox } from './fields.ts';

/** tpEmis of notes on security paper: FS-IA, which no longer exists, and FS-DA. */
const onSecurityPaper: ReadonlySet<string | undefined> = new Set(['2', '5']);

/**
 * The content of the second barcode of a note on security paper, 36 characters: the facts by which goods are let through while the authority does not
 * have the note (MOC 7.0 Anexo II §2.9.2). Null for other notes. Lavra issues no such notes, but prints those of others.
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

/** IBGE's code of the state of the other party (`dest`); 99 abroad. */
function partyState(infNFe: XmlElement): string {
  const state = textOf(infNFe, 'dest', 'enderDest', 'UF') ?? '';
  return stateCodes.get(state) ?? '99';
}

/** CNPJ or CPF of the other party (`dest`), with zeros before it; zeros alone abroad. */
function partyTaxId(infNFe: XmlElement): string {
  const dest = child(infNFe, 'dest');
  const taxId = dest && (textOf(dest, 'CNPJ') ?? textOf(dest, 'CPF'));
  return (taxId ?? '').padStart(14, '0');
}

const marginCm = 0.15;
const wordsHeightCm = 0.7;
const authenticityWords = [
  'Consulta de autenticidade no portal nacional da NF-e',
  'www.nfe.fazenda.gov.br/portal ou no site da Sefaz Autorizadora',
];

/** The room below the access key, and the width of bars in it. */
type Room = { leftCm: number; topCm: number; widthCm: number; heightCm: number; barsCm: number };

/** Variable field 1: where the note can be looked up, or the second barcode in its place. */
export function firstVariableField({ infNFe }: AuthorizedNote, room: Room): Markup {
  const { leftCm, topCm, widthCm, heightCm, barsCm } = room;
  const facts = secondBarcode(infNFe);
  if (!facts) {
    return textBox('words', { leftCm, topCm: topCm + (heightCm - wordsHeightCm) / 2, widthCm }, authenticityWords);
  }
  return barcode(facts, {
    leftCm: leftCm + (widthCm - barsCm) / 2,
    topCm: topCm + marginCm,
    widthCm: barsCm,
    heightCm: heightCm - 2 * marginCm,
  });
}

/** Variable field 2: the protocol by which the sheet is valid, or the digits of the second barcode in its place. */
export function secondVariableField({ infNFe, protocol }: AuthorizedNote): DanfeField {
  const facts = secondBarcode(infNFe);
  const shown = { align: 'center', bold: true } as const;
  if (facts) return { label: 'DADOS DA NF-E', text: accessKeyMask(facts), ...shown };
  const label = protocol.isOfEpec ? 'PROTOCOLO DE AUTORIZAÇÃO DO EPEC' : 'PROTOCOLO DE AUTORIZAÇÃO DE USO';
  return { label, text: `${protocol.number} - ${dayAndTime(protocol.at)}`, ...shown };
}

/**
 * The sentences that a sheet printed in contingency needs (MOC 7.0 Anexo II), and for every note issued in contingency since when and why (Ajuste
 * SINIEF 07/05, clause 11). The sheet of a note that an EPEC announced is an ordinary one once the note itself is authorized.
 */
export function contingencyTexts({ infNFe, protocol }: AuthorizedNote): string[] {
  const since = textOf(infNFe, 'ide', 'dhCont');
  const reason = textOf(infNFe, 'ide', 'xJust');
  return [
    ...(protocol.isOfEpec
      ? ['DANFE impresso em contingência - EPEC regularmente recebida pela Receita Federal do Brasil']
      : []),
    // The protocol stands here, because its field has the digits of the second barcode.
    ...(secondBarcode(infNFe)
      ? [
          'DANFE em Contingência - impresso em decorrência de problemas técnicos',
          `Protocolo de autorização de uso: ${protocol.number} - ${dayAndTime(protocol.at)}`,
        ]
      : []),
    ...(since ? [`Entrada em contingência: ${dayAndTime(since)} - ${reason ?? ''}`] : []),
  ];
}
