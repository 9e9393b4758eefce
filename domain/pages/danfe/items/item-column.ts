import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { decimal, money } from '../../html/numbers.ts';

/** A column of the item table; `title` and `text` may have several lines. */
export type ItemColumn = {
  title: string;
  align: 'left' | 'center' | 'right';
  text: (det: XmlElement) => string;
  /** Left out where no item has it. */
  isSuppressible?: boolean;
  /** Wraps at this width in centimetres. */
  widestCm?: number;
  /** Takes the width that the others leave: the description, and it alone. */
  isElastic?: boolean;
};

/** The columns in the order that MOC 7.0 Anexo II §3.2 binds. */
export const itemColumns: readonly ItemColumn[] = [
  { title: 'CÓDIGO', align: 'left', text: product('cProd'), widestCm: 2 },
  { title: 'DESCRIÇÃO DO PRODUTO / SERVIÇO', align: 'left', text: description, isElastic: true },
  { title: 'NCM/SH', align: 'center', text: product('NCM') },
  { title: 'CST /\nCSOSN', align: 'center', text: situation },
  { title: 'CFOP', align: 'center', text: product('CFOP') },
  { title: 'UN', align: 'center', text: product('uCom') },
  { title: 'QUANT.', align: 'right', text: (det) => decimalAsWritten(textOf(det, 'prod', 'qCom')) },
  { title: 'VALOR\nUNIT.', align: 'right', text: (det) => decimal(textOf(det, 'prod', 'vUnCom'), 2) },
  { title: 'VALOR\nDESC.', align: 'right', text: (det) => money(textOf(det, 'prod', 'vDesc')), isSuppressible: true },
  { title: 'VALOR\nTOTAL', align: 'right', text: (det) => money(textOf(det, 'prod', 'vProd')) },
  { title: 'B. CÁLC.\nICMS', align: 'right', text: (det) => icms(det, 'vBC') ?? '0,00' },
  { title: 'B. CÁLC.\nICMS ST', align: 'right', text: (det) => icms(det, 'vBCST') ?? '0,00', isSuppressible: true },
  { title: 'VALOR\nICMS', align: 'right', text: (det) => icms(det, 'vICMS') ?? '0,00' },
  { title: 'VALOR\nICMS ST', align: 'right', text: (det) => icms(det, 'vICMSST') ?? '0,00', isSuppressible: true },
  { title: 'VALOR\nIPI', align: 'right', text: (det) => ipi(det, 'vIPI') ?? '0,00', isSuppressible: true },
  { title: 'ALÍQ.\nICMS', align: 'right', text: (det) => icms(det, 'pICMS') ?? '0,00' },
  { title: 'ALÍQ.\nIPI', align: 'right', text: (det) => ipi(det, 'pIPI') ?? '0,00', isSuppressible: true },
];

function product(tag: string): (det: XmlElement) => string {
  return (det) => textOf(det, 'prod', tag) ?? '';
}

function description(det: XmlElement): string {
  return [textOf(det, 'prod', 'xProd'), textOf(det, 'infAdProd')].filter(Boolean).join('\n');
}

/** Origin and CST or CSOSN: `000`, `0102`. */
function situation(det: XmlElement): string {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  return group ? ['orig', 'CST', 'CSOSN'].map((tag) => textOf(group, tag) ?? '').join('') : '';
}

function icms(det: XmlElement, tag: string): string | undefined {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  const value = group && textOf(group, tag);
  return value === undefined ? undefined : money(value);
}

function ipi(det: XmlElement, tag: string): string | undefined {
  const value = textOf(det, 'imposto', 'IPI', 'IPITrib', tag);
  return value === undefined ? undefined : money(value);
}

function decimalAsWritten(value: string | undefined): string {
  return decimal(value, value?.split('.')[1]?.length ?? 0);
}
