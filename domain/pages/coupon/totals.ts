import { decimal as exact, money as printed } from '../../money.ts';
import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import { isNonZero, money } from '../html/numbers.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { paymentNames } from './payment-names.ts';
import { pair, type Strip } from './strip.ts';

/** Division III: what it costs, how it was paid, and the change. */
export function totals({ infNFe }: ConsumerNote): Strip[] {
  const sums = child(infNFe, 'total', 'ICMSTot');
  const payment = child(infNFe, 'pag');
  const change = payment && textOf(payment, 'vTroco');
  return [
    ...pair('Qtde. total de itens', String(children(infNFe, 'det').length)),
    ...(sums ? amounts(sums) : []),
    ...pair('FORMA DE PAGAMENTO', 'VALOR PAGO R$', 'bold'),
    ...(payment ? children(payment, 'detPag').flatMap(paid) : []),
    ...(isNonZero(change) ? pair('Troco R$', money(change)) : []),
  ];
}

/** Whatever raises the total over the goods (freight, other costs, tax by substitution) is one amount to the consumer. */
function amounts(sums: XmlElement): Strip[] {
  const [goods, discount, total] = ['vProd', 'vDesc', 'vNF'].map((name) => textOf(sums, name));
  const added = printed(exact(total).minus(exact(goods)).plus(exact(discount)));
  const changed = [
    ...(isNonZero(discount) ? pair('Desconto R$', money(discount)) : []),
    ...(isNonZero(added) ? pair('Acréscimos R$', money(added)) : []),
  ];
  return [
    ...pair('Valor total R$', money(goods), changed.length > 0 ? 'regular' : 'bold'),
    ...changed,
    ...(changed.length > 0 ? pair('Valor a pagar R$', money(total), 'bold') : []),
  ];
}

function paid(payment: XmlElement): Strip[] {
  const code = textOf(payment, 'tPag') ?? '';
  return pair(textOf(payment, 'xPag') ?? paymentNames.get(code) ?? code, money(textOf(payment, 'vPag')));
}
