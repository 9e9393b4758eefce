import { accessKeyMask, numberMask, postalCodeMask, seriesMask, taxIdMask } from '../../masks.ts';
import { dayAndTime } from '../../moments.ts';
import { decimal as exact, money as printed, sum } from '../../money.ts';
import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import type { DanfeOptions } from '../danfe/danfe.ts';
import { qrCode, qrCodeModules } from '../html/barcodes.ts';
import { at } from '../html/drawing.ts';
import { html } from '../html/markup.ts';
import { brazilianDecimal, isNonZero, brazilianMoney, street, partyTaxId } from '../html/values.ts';
import type { ConsumerNote } from './consumer-note.ts';
import type { Pen, Strip } from './roll.ts';

/** The name of a copy, which is printed after the date. */
export type CopyWords = 'Via do Consumidor' | 'Via do Estabelecimento';

const logoCm = 1.6;
const gapCm = 0.2;

/** Division I: the seller and the title of the paper; `logo` is put to the left. */
export function heading(
  { infNFe, words }: ConsumerNote,
  { paragraph, printCm }: Pen,
  logo: string | undefined,
): Strip[] {
  const emit = child(infNFe, 'emit');
  const address = emit && child(emit, 'enderEmit');
  const widthCm = logo ? printCm - logoCm - gapCm : printCm;
  const center = { align: 'center', widthCm } as const;
  const kind = emit && child(emit, 'CPF') ? 'CPF' : 'CNPJ';
  const lines = [
    ...paragraph(emit && textOf(emit, 'xNome'), { ...center, weight: 'bold' }),
    ...paragraph(`${kind}: ${taxIdMask(partyTaxId(emit))} IE: ${(emit && textOf(emit, 'IE')) ?? ''}`, center),
    ...paragraph(addressLine(address), center),
  ];
  return [
    ...(logo ? [besideLogo(lines, logo, widthCm)] : lines),
    ...paragraph(words.title, { align: 'center', weight: 'bold' }),
  ];
}

function besideLogo(lines: Strip[], logo: string, widthCm: number): Strip {
  const linesCm = lines.reduce((height, strip) => height + strip.heightCm, 0);
  const heightCm = Math.max(linesCm, logoCm);
  return {
    heightCm,
    content: html`<div class="logo" style="height:${at(heightCm)}cm">
      <img src="${logo}" style="width:${at(logoCm)}cm;height:${at(logoCm)}cm" />
      <div style="width:${at(widthCm)}cm">${lines.map(({ content }) => content)}</div>
    </div>`,
  };
}

/** An address on one line, from `enderEmit` or `enderDest`. */
function addressLine(address: XmlElement | undefined): string {
  if (!address) return '';
  const city = [textOf(address, 'xMun'), textOf(address, 'UF')].filter(Boolean).join('/');
  const code = textOf(address, 'CEP');
  return [street(address), textOf(address, 'xBairro'), city, code && `CEP ${postalCodeMask(code)}`]
    .filter(Boolean)
    .join(', ');
}

/** Division II: the items. */
export function items({ infNFe }: ConsumerNote, pen: Pen): Strip[] {
  return [
    ...pen.paragraph('Código Descrição', { weight: 'bold' }),
    ...pen.pair('Qtde Un x Valor unit.', 'Valor total', 'bold'),
    ...children(infNFe, 'det').flatMap((det) => item(det, pen)),
  ];
}

function item(det: XmlElement, { paragraph, pair }: Pen): Strip[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const quantity = brazilianDecimal(textOf(product, 'qCom'), 0);
  const price = brazilianDecimal(textOf(product, 'vUnCom'), 2);
  return [
    ...paragraph(`${textOf(product, 'cProd') ?? ''} ${textOf(product, 'xProd') ?? ''}`),
    ...paragraph(textOf(det, 'infAdProd')),
    ...pair(`${quantity} ${textOf(product, 'uCom') ?? ''} x ${price}`, brazilianMoney(textOf(product, 'vProd'))),
  ];
}

/** Names of the means of payment (tPag) in Portuguese (IT 2024.002: table of means of payment). */
const paymentNames: ReadonlyMap<string, string> = new Map([
  ['01', 'Dinheiro'],
  ['02', 'Cheque'],
  ['03', 'Cartão de crédito'],
  ['04', 'Cartão de débito'],
  ['05', 'Cartão da loja ou crediário'],
  ['10', 'Vale alimentação'],
  ['11', 'Vale refeição'],
  ['12', 'Vale presente'],
  ['13', 'Vale combustível'],
  ['14', 'Duplicata mercantil'],
  ['15', 'Boleto bancário'],
  ['16', 'Depósito bancário'],
  ['17', 'PIX'],
  ['18', 'Transferência bancária ou carteira digital'],
  ['19', 'Programa de fidelidade ou cashback'],
  ['20', 'PIX'],
  ['21', 'Crédito em loja'],
  ['22', 'Pagamento eletrônico'],
  ['90', 'Sem pagamento'],
  ['91', 'Pagamento posterior'],
  ['99', 'Outros'],
]);

/** Division III: the amounts, the payments, and the change. */
export function totals({ infNFe, words }: ConsumerNote, pen: Pen): Strip[] {
  const sums = child(infNFe, 'total', 'ICMSTot');
  const services = textOf(infNFe, 'total', 'ISSQNtot', 'vServ');
  const payment = child(infNFe, 'pag');
  const change = payment && textOf(payment, 'vTroco');
  return [
    ...pen.pair('Qtde. total de itens', String(children(infNFe, 'det').length)),
    ...(sums ? amounts(sums, { services, exempted: exemptedOf(infNFe) }, pen) : []),
    ...pen.pair('FORMA DE PAGAMENTO', 'VALOR PAGO R$', 'bold'),
    ...(payment ? children(payment, 'detPag').flatMap((each) => paid(each, pen)) : []),
    // An NF-e always prints the change (NT 2026.003, 3.1.3).
    ...(isNonZero(change) || words.note === 'NF-e' ? pen.pair('Troco R$', brazilianMoney(change ?? '0')) : []),
  ];
}

/** Division III-A: IBS, CBS and the selective tax, for an NF-e that has them (NT 2026.003, 3.1.4). No such division is published for NFC-e. */
export function reformTaxes({ infNFe, words }: ConsumerNote, { pair }: Pen): Strip[] {
  const sums = child(infNFe, 'total', 'IBSCBSTot');
  if (words.note === 'NFC-e' || !sums) return [];
  const selective = textOf(infNFe, 'total', 'ISTot', 'vIS');
  return [
    ...pair('(+) CBS R$', brazilianMoney(textOf(sums, 'gCBS', 'vCBS') ?? '0')),
    ...pair('(+) IBS R$', brazilianMoney(textOf(sums, 'gIBS', 'vIBS') ?? '0')),
    ...(isNonZero(selective) ? pair('(+) IS R$', brazilianMoney(selective)) : []),
  ];
}

/**
 * The amounts between goods and total. Everything that raises the total above the goods and, on a conjugated note, the services (freight, other
 * costs, tax by substitution) is one amount for the consumer.
 */
function amounts(
  sums: XmlElement,
  { services, exempted }: { services: string | undefined; exempted: string },
  { pair }: Pen,
): Strip[] {
  const [products, discount, total] = ['vProd', 'vDesc', 'vNF'].map((name) => textOf(sums, name));
  const goods = printed(exact(products).plus(exact(services)));
  const added = printed(exact(total).minus(exact(goods)).plus(exact(discount)).plus(exact(exempted)));
  const changed = [
    ...(isNonZero(discount) ? pair('Desconto R$', brazilianMoney(discount)) : []),
    ...(isNonZero(exempted) ? pair('ICMS desonerado R$', brazilianMoney(exempted)) : []),
    ...(isNonZero(added) ? pair('Acréscimos R$', brazilianMoney(added)) : []),
  ];
  return [
    ...pair('Valor total R$', brazilianMoney(goods), changed.length > 0 ? 'regular' : 'bold'),
    ...changed,
    ...(changed.length > 0 ? pair('Valor a pagar R$', brazilianMoney(total), 'bold') : []),
  ];
}

/** Exempted ICMS of all items that is taken off the price (indDeduzDeson 1, N28b). */
function exemptedOf(infNFe: XmlElement): string {
  const groups = children(infNFe, 'det').flatMap((det) => child(det, 'imposto', 'ICMS')?.children ?? []);
  const deducted = groups.filter((group) => textOf(group, 'indDeduzDeson') === '1');
  return printed(sum(deducted.map((group) => exact(textOf(group, 'vICMSDeson')))));
}

function paid(payment: XmlElement, { pair }: Pen): Strip[] {
  const code = textOf(payment, 'tPag') ?? '';
  return pair(textOf(payment, 'xPag') ?? paymentNames.get(code) ?? code, brazilianMoney(textOf(payment, 'vPag')));
}

/** Division VII: number and series of the note, and the protocol that authorized it, or before that the name of the copy. */
export function identification(
  { infNFe, words, protocol }: ConsumerNote,
  { paragraph }: Pen,
  copy: CopyWords | null,
): Strip[] {
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const issued = dayAndTime(textOf(infNFe, 'ide', 'dhEmi'));
  const center = { align: 'center' } as const;
  const bold = { ...center, weight: 'bold' } as const;
  const name = `${words.note} nº ${number} Série ${series}`;
  if (!protocol) return [...paragraph(name, bold), ...paragraph(copy ? `${issued} - ${copy}` : issued, bold)];
  return [
    ...paragraph(`${name} ${issued}`, bold),
    ...paragraph(`Protocolo de autorização: ${protocol.number}`, center),
    ...paragraph(`Data de autorização: ${dayAndTime(protocol.at)}`, center),
  ];
}

/** Division IV: the access key, and the page where the consumer looks it up. */
export function accessKeyStrips({ accessKey, keyPage }: ConsumerNote, { paragraph }: Pen): Strip[] {
  return [
    ...paragraph('Consulte pela Chave de Acesso em', { align: 'center', weight: 'bold' }),
    ...paragraph(keyPage, { align: 'center' }),
    ...paragraph(accessKeyMask(accessKey), { align: 'center' }),
  ];
}

/** Width of the QR code without its quiet zone, a tenth on each side. It is wider than the manual's 22 mm, because the code has some 50 modules. */
const usualCm = 3;
/** Width of a module: four dots of a thermal printer. The code of a note issued offline has up to 90 modules, and is wider for that. */
const moduleCm = 0.05;

/** Division V: the QR code, centred on the roll. */
export function qrCodeStrip({ qrCode: text }: ConsumerNote, { printCm }: Pen): Strip {
  const sizeCm = Math.max(usualCm, qrCodeModules(text) * moduleCm);
  const quietCm = sizeCm / 10;
  const left = (printCm - sizeCm) / 2;
  return {
    heightCm: sizeCm + 2 * quietCm,
    content: qrCode(text, { sizeCm, style: `margin:${at(quietCm)}cm ${at(left)}cm` }),
  };
}

const kinds = [
  ['CNPJ', 'CNPJ'],
  ['CPF', 'CPF'],
  ['idEstrangeiro', 'Id. Estrangeiro'],
] as const;

/** Division VI: the consumer. */
export function consumer({ infNFe }: ConsumerNote, { paragraph }: Pen): Strip[] {
  const dest = child(infNFe, 'dest');
  const center = { align: 'center' } as const;
  const kind = kinds.find(([tag]) => dest && textOf(dest, tag));
  if (!dest || !kind) return paragraph('CONSUMIDOR NÃO IDENTIFICADO', { ...center, weight: 'bold' });
  const [tag, words] = kind;
  return [
    ...paragraph(`CONSUMIDOR ${words}: ${taxIdMask(textOf(dest, tag))}`, { ...center, weight: 'bold' }),
    ...paragraph(textOf(dest, 'xNome'), center),
    ...paragraph(addressLine(child(dest, 'enderDest')), center),
    ...paragraph(deliveryLine(infNFe), center),
  ];
}

/** The address of delivery, if it is not the consumer's (group G). */
function deliveryLine(infNFe: XmlElement): string {
  const place = child(infNFe, 'entrega');
  if (!place) return '';
  const name = textOf(place, 'xNome');
  return `Entrega: ${name ? `${name}, ` : ''}${addressLine(place)}`;
}

/** Division VIII: messages of the tax authority, alerts included (cStat 120). */
export function fiscalMessages({ infNFe, isHomologation, protocol }: ConsumerNote, { paragraph }: Pen): Strip[] {
  const sentence = 'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL';
  return [
    ...paragraph(isHomologation ? sentence : '', { align: 'center', weight: 'bold' }),
    ...paragraph(textOf(infNFe, 'infAdic', 'infAdFisco')),
    ...(protocol?.messages ?? []).flatMap((message) => paragraph(message)),
  ];
}

/** Division IX: messages of the seller, and the approximate taxes (Lei 12.741/2012) unless those messages tell them. */
export function sellerMessages({ infNFe }: ConsumerNote, { paragraph }: Pen): Strip[] {
  const taxes = textOf(infNFe, 'total', 'ICMSTot', 'vTotTrib');
  const words = textOf(infNFe, 'infAdic', 'infCpl');
  const isTold = words?.includes('12.741');
  const shown =
    isNonZero(taxes) && !isTold
      ? `Tributos totais incidentes (Lei Federal 12.741/2012): R$ ${brazilianMoney(taxes)}`
      : '';
  return [...paragraph(words), ...paragraph(shown)];
}

/** Two lines that tell that the authority does not have the note yet, at the places of the manual: below divisions I and VII. */
export function pending({ protocol }: ConsumerNote, { paragraph }: Pen): Strip[] {
  if (protocol) return [];
  const center = { align: 'center' } as const;
  return [
    ...paragraph('EMITIDA EM CONTINGÊNCIA', { ...center, weight: 'bold' }),
    ...paragraph('Pendente de autorização', center),
  ];
}

/** Tells that the note is cancelled; printed at both ends of the coupon, because people tear it. */
export function cancellation(
  { words }: ConsumerNote,
  { paragraph }: Pen,
  cancelled: DanfeOptions['cancelled'],
): Strip[] {
  if (!cancelled) return [];
  const bold = { align: 'center', weight: 'bold' } as const;
  return [
    ...paragraph(`${words.note} CANCELADA`, bold),
    ...paragraph(`Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`, bold),
  ];
}
