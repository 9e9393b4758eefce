import { accessKeyMask, taxIdMask } from '../../../masks.ts';
import { dayAndTime } from '../../../moments.ts';
import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { type Block, rectangle, type TextPlace } from '../../html/drawing.ts';
import { wrapText } from '../../html/text.ts';
import { brazilianDecimal, hasAmount, isNonZero, brazilianMoney } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { contingencyTexts } from '../contingency.ts';
import { paddingCm, smallPt, textBox, titled, titleHeightCm } from '../fields.ts';
import { type Frame, lineFrame } from '../pagination.ts';
import type { Sheet } from '../sheet.ts';
import { remainingInstalments } from './billing.ts';

const labelCm = 0.3;
const marginCm = 0.1;
const lowestBoxCm = 1.7;

/** Lines of the box in the model of MOC 7.0 Anexo II (3.07 cm). */
export const usualInfoLines = 10;

/** The room that the block needs on a sheet, by its lines. */
export function additionalFrame(sheet: Sheet): Frame {
  return lineFrame(titleHeightCm(sheet) + labelCm + marginCm, lowestBoxCm - labelCm - marginCm);
}

/** Paragraphs, broken into lines that fit the box of complementary information. */
export function additionalLines(sheet: Sheet, paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((paragraph) => wrapText(paragraph, sheet.infoCm - 2 * paddingCm, { sizePt: smallPt }));
}

/** Complementary information, and beside it the authority's message (Dados adicionais). */
export function additionalData(sheet: Sheet, lines: readonly string[], authorityMessage: string | undefined): Block {
  const widthCm = sheet.infoCm;
  const heightCm = additionalFrame(sheet).heightCm(lines.length) - titleHeightCm(sheet);
  const rightCm = sheet.leftCm + widthCm;
  const reservedCm = sheet.printWidthCm - widthCm;
  const message = wrapText(authorityMessage ?? '', reservedCm - 2 * paddingCm, { sizePt: smallPt });
  const block: Block = {
    heightCm,
    draw: (topCm) => ({
      content: [
        textBox('label', placeAt(sheet.leftCm, topCm + sheet.labelTopCm), ['INFORMAÇÕES COMPLEMENTARES']),
        textBox('lines', placeAt(sheet.leftCm, topCm + labelCm), lines),
        textBox('label', placeAt(rightCm, topCm + sheet.labelTopCm), ['RESERVADO AO FISCO']),
        textBox('lines', placeAt(rightCm, topCm + labelCm), message),
      ],
      rules: rectangle(sheet.leftCm, topCm, widthCm, heightCm) + rectangle(rightCm, topCm, reservedCm, heightCm),
      hairlines: '',
    }),
  };
  return titled(sheet, 'DADOS ADICIONAIS', [block]);
}

function placeAt(leftCm: number, topCm: number): TextPlace {
  return { leftCm: leftCm + paddingCm, topCm };
}

/**
 * The event that cancelled a note: its protocol, and when it was registered as the authority wrote it. Both are empty where only the fact is known.
 * `isReplaced`: another note took its place, which only the DANFSe prints differently.
 */
export type PrintedCancellation = { protocol: string; at: string; isReplaced?: boolean };

/**
 * Totals without a field of their own, which go into the complementary information (MOC 7.0 Anexo II §3.6). `told` finds the words by which the
 * issuer's own text tells the same amount: it is not printed twice.
 */
const totalsInWords: { tag: string; words: string; told: RegExp }[] = [
  { tag: 'vICMSDeson', words: 'Valor do ICMS desonerado', told: /desonera/i },
  { tag: 'vFCP', words: 'Valor do FCP', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPST', words: 'Valor do FCP ST', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPSTRet', words: 'Valor do FCP retido anteriormente por ST', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPUFDest', words: 'Valor do FCP da UF de destino', told: /FCP|combate à pobreza/i },
  { tag: 'vICMSUFDest', words: 'Valor do ICMS interestadual para a UF de destino', told: /DIFAL|UF de destino/i },
  { tag: 'vICMSUFRemet', words: 'Valor do ICMS interestadual para a UF do remetente', told: /DIFAL|UF do remetente/i },
  { tag: 'vICMSMono', words: 'Valor do ICMS monofásico', told: /monofásico/i },
  { tag: 'vICMSMonoReten', words: 'Valor do ICMS monofásico sujeito a retenção', told: /monofásico/i },
  { tag: 'vICMSMonoRet', words: 'Valor do ICMS monofásico retido anteriormente', told: /monofásico/i },
  { tag: 'vII', words: 'Valor do II', told: /imposto de importação|\bII\b/i },
  { tag: 'vIPIDevol', words: 'Valor do IPI devolvido', told: /IPI devolvido|devolução do IPI/i },
];

/** The paragraphs of "informações complementares", in the order of printing. */
export function additionalText(note: AuthorizedNote, cancelled?: PrintedCancellation): string[] {
  const { infNFe } = note;
  const additional = child(infNFe, 'infAdic');
  const instalments = remainingInstalments(note);
  return [
    cancelled && `NF-e CANCELADA${registration(cancelled)}`,
    ...contingencyTexts(note),
    additional && textOf(additional, 'infAdFisco'),
    additional && textOf(additional, 'infCpl'),
    ...(additional ? children(additional, 'obsCont').map(remark) : []),
    ...references(infNFe),
    ...tradeTexts(infNFe),
    ...totals(infNFe),
    ...sugarCane(child(infNFe, 'cana')),
    approximateTaxes(infNFe),
    instalments.length > 0 && `Demais duplicatas: ${instalments.join('; ')}`,
  ].filter((paragraph): paragraph is string => Boolean(paragraph));
}

function registration({ protocol, at }: PrintedCancellation): string {
  return protocol && ` - Protocolo ${protocol} em ${dayAndTime(at)}`;
}

function remark(observation: XmlElement): string {
  return `${observation.attributes['xCampo'] ?? ''}: ${textOf(observation, 'xTexto') ?? ''}`;
}

function references(infNFe: XmlElement): string[] {
  const ide = child(infNFe, 'ide');
  const all = ide ? children(ide, 'NFref') : [];
  const keys = all.flatMap((reference) => textOf(reference, 'refNFe') ?? []);
  const paper = all.flatMap((reference) => paperReference(reference) ?? []);
  return [
    ...(keys.length > 0 ? [`NF-e referenciada: ${keys.map(accessKeyMask).join('; ')}`] : []),
    ...(paper.length > 0 ? [`Documento referenciado: ${paper.join('; ')}`] : []),
  ];
}

/** A referenced document without an access key, in words (BA03, BA10, BA20). */
function paperReference(reference: XmlElement): string | undefined {
  const receipt = child(reference, 'refECF');
  if (receipt) {
    const of = (tag: string) => textOf(receipt, tag) ?? '';
    return `cupom fiscal ${of('mod')} do ECF ${of('nECF')}, COO ${of('nCOO')}`;
  }
  const note = child(reference, 'refNF') ?? child(reference, 'refNFP');
  if (!note) return undefined;
  const of = (tag: string) => textOf(note, tag) ?? '';
  const month = `${of('AAMM').slice(2)}/20${of('AAMM').slice(0, 2)}`;
  const kind = note.name === 'refNFP' ? 'nota de produtor' : 'nota';
  return `${kind} ${of('nNF')} modelo ${of('mod')} série ${of('serie')} de ${month}, emitente ${taxIdMask(of('CNPJ') || of('CPF'))}`;
}

function totals(infNFe: XmlElement): string[] {
  const own = ['infAdFisco', 'infCpl'].map((tag) => textOf(infNFe, 'infAdic', tag) ?? '').join(' ');
  return totalsInWords.flatMap(({ tag, words, told }) => {
    const value = textOf(infNFe, 'total', 'ICMSTot', tag);
    return isNonZero(value) && !(told.test(own) && hasAmount(own, value))
      ? [`${words}: R$ ${brazilianMoney(value)}`]
      : [];
  });
}

/** The approximate taxes (Lei 12.741/2012), unless the issuer's own text tells them. */
function approximateTaxes(infNFe: XmlElement): string | undefined {
  const value = textOf(infNFe, 'total', 'ICMSTot', 'vTotTrib');
  if (!isNonZero(value) || textOf(infNFe, 'infAdic', 'infCpl')?.includes('12.741')) return undefined;
  return `Valor aproximado dos tributos (Lei 12.741/2012): R$ ${brazilianMoney(value)}`;
}

/**
 * The buyer's order (ZB01), where exported goods leave the country (ZA01), and the marketplace (YB01), in sentences; the form has no fields for
 * these.
 */
function tradeTexts(infNFe: XmlElement): string[] {
  return [
    order(child(infNFe, 'compra')),
    exit(child(infNFe, 'exporta')),
    marketplace(child(infNFe, 'infIntermed')),
  ].filter(Boolean);
}

function order(group: XmlElement | undefined): string {
  return said([
    ['Pedido de compra', group && textOf(group, 'xPed')],
    ['Nota de empenho', group && textOf(group, 'xNEmp')],
    ['Contrato', group && textOf(group, 'xCont')],
  ]);
}

function exit(group: XmlElement | undefined): string {
  const place = group && [textOf(group, 'xLocExporta'), textOf(group, 'UFSaidaPais')].filter(Boolean).join(' - ');
  return said([
    ['Local de embarque', place],
    ['Local de despacho', group && textOf(group, 'xLocDespacho')],
  ]);
}

function marketplace(group: XmlElement | undefined): string {
  return said([
    ['Intermediador da transação: CNPJ', group && taxIdMask(textOf(group, 'CNPJ'))],
    ['Cadastro do vendedor', group && textOf(group, 'idCadIntTran')],
  ]);
}

function said(parts: readonly (readonly [label: string, text: string | undefined])[]): string {
  return parts.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])).join('; ');
}

/** Sugar cane that was delivered in a month (ZC01), in paragraphs; the form has no fields for it. */
function sugarCane(group: XmlElement | undefined): string[] {
  if (!group) return [];
  const of = (tag: string) => textOf(group, tag);
  const kilograms = (tag: string) => `${brazilianDecimal(of(tag), 0)} kg`;
  const days = children(group, 'forDia').map(
    (one) => `dia ${one.attributes['dia'] ?? ''} ${brazilianDecimal(textOf(one, 'qtde'), 0)}`,
  );
  const deductions = children(group, 'deduc').map(
    (one) => `${textOf(one, 'xDed') ?? ''} R$ ${brazilianMoney(textOf(one, 'vDed'))}`,
  );
  return [
    `Cana-de-açúcar, safra ${of('safra') ?? ''}, referência ${of('ref') ?? ''}: mês ${kilograms('qTotMes')}; meses anteriores ${kilograms('qTotAnt')}; total ${kilograms('qTotGer')}`,
    `Fornecimentos em kg: ${days.join('; ')}`,
    `Valor dos fornecimentos R$ ${brazilianMoney(of('vFor'))}; deduções R$ ${brazilianMoney(of('vTotDed'))}${deductions.length > 0 ? ` (${deductions.join('; ')})` : ''}; líquido R$ ${brazilianMoney(of('vLiqFor'))}`,
  ];
}
