import { children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { decimal, money } from '../../html/values.ts';

/** Cane that was delivered in a month (ZC01), as paragraphs of complementary information; the form has no field for it. */
export function sugarCane(group: XmlElement | undefined): string[] {
  if (!group) return [];
  const of = (tag: string) => textOf(group, tag);
  const kilograms = (tag: string) => `${decimal(of(tag), 0)} kg`;
  const days = children(group, 'forDia').map(
    (one) => `dia ${one.attributes['dia'] ?? ''} ${decimal(textOf(one, 'qtde'), 0)}`,
  );
  const deductions = children(group, 'deduc').map(
    (one) => `${textOf(one, 'xDed') ?? ''} R$ ${money(textOf(one, 'vDed'))}`,
  );
  return [
    `Cana-de-açúcar, safra ${of('safra') ?? ''}, referência ${of('ref') ?? ''}: mês ${kilograms('qTotMes')}; meses anteriores ${kilograms('qTotAnt')}; total ${kilograms('qTotGer')}`,
    `Fornecimentos em kg: ${days.join('; ')}`,
    `Valor dos fornecimentos R$ ${money(of('vFor'))}; deduções R$ ${money(of('vTotDed'))}${deductions.length > 0 ? ` (${deductions.join('; ')})` : ''}; líquido R$ ${money(of('vLiqFor'))}`,
  ];
}
