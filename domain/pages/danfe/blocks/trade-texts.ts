import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { taxIdMask } from '../../../masks.ts';

/** The buyer's order (ZB01), where exported goods leave the country (ZA01), and the marketplace (YB01), as sentences; the form has no field for them. */
export function tradeTexts(infNFe: XmlElement): string[] {
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
