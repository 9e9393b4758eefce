import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import { decimal, money } from '../html/numbers.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { pair, paragraph, type Strip } from './strip.ts';

/** Division II: what was sold. */
export function items({ infNFe }: ConsumerNote): Strip[] {
  return [
    ...paragraph('Código Descrição', { weight: 'bold' }),
    ...pair('Qtde Un x Valor unit.', 'Valor total', 'bold'),
    ...children(infNFe, 'det').flatMap(item),
  ];
}

function item(det: XmlElement): Strip[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const quantity = decimal(textOf(product, 'qCom'), 0);
  const price = decimal(textOf(product, 'vUnCom'), 2);
  return [
    ...paragraph(`${textOf(product, 'cProd') ?? ''} ${textOf(product, 'xProd') ?? ''}`),
    ...paragraph(textOf(det, 'infAdProd')),
    ...pair(`${quantity} ${textOf(product, 'uCom') ?? ''} x ${price}`, money(textOf(product, 'vProd'))),
  ];
}
