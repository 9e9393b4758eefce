import { decimal as exact, money as printed, sum } from '../../money.ts';
import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import { isNonZero, money } from '../html/numbers.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { pair, type Strip } from './strip.ts';

/** tPag in the words that people know (IT 2024.002: table of means of payment). */
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

/** Division III: what it costs, how it was paid, and the change. */
export function totals({ infNFe }: ConsumerNote): Strip[] {
  const sums = child(infNFe, 'total', 'ICMSTot');
  const payment = child(infNFe, 'pag');
  const change = payment && textOf(payment, 'vTroco');
  return [
    ...pair('Qtde. total de itens', String(children(infNFe, 'det').length)),
    ...(sums ? amounts(sums, exemptedOf(infNFe)) : []),
    ...pair('FORMA DE PAGAMENTO', 'VALOR PAGO R$', 'bold'),
    ...(payment ? children(payment, 'detPag').flatMap(paid) : []),
    ...(isNonZero(change) ? pair('Troco R$', money(change)) : []),
  ];
}

/** Everything that raises the total above the goods (freight, other costs, tax by substitution) is one amount to the consumer. */
function amounts(sums: XmlElement, exempted: string): Strip[] {
  const [goods, discount, total] = ['vProd', 'vDesc', 'vNF'].map((name) => textOf(sums, name));
  const added = printed(exact(total).minus(exact(goods)).plus(exact(discount)).plus(exact(exempted)));
  const changed = [
    ...(isNonZero(discount) ? pair('Desconto R$', money(discount)) : []),
    ...(isNonZero(exempted) ? pair('ICMS desonerado R$', money(exempted)) : []),
    ...(isNonZero(added) ? pair('Acréscimos R$', money(added)) : []),
  ];
  return [
    ...pair('Valor total R$', money(goods), changed.length > 0 ? 'regular' : 'bold'),
    ...changed,
    ...(changed.length > 0 ? pair('Valor a pagar R$', money(total), 'bold') : []),
  ];
}

/** ICMS that lowers what is to be paid (indDeduzDeson 1, N28b), of all items. */
function exemptedOf(infNFe: XmlElement): string {
  const groups = children(infNFe, 'det').flatMap((det) => child(det, 'imposto', 'ICMS')?.children ?? []);
  const deducted = groups.filter((group) => textOf(group, 'indDeduzDeson') === '1');
  return printed(sum(deducted.map((group) => exact(textOf(group, 'vICMSDeson')))));
}

function paid(payment: XmlElement): Strip[] {
  const code = textOf(payment, 'tPag') ?? '';
  return pair(textOf(payment, 'xPag') ?? paymentNames.get(code) ?? code, money(textOf(payment, 'vPag')));
}
