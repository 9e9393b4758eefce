import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { money } from '../../html/numbers.ts';

/** What the item declares of IBS and CBS in place of taxes of a sale, as the XML carries it (NT 2025.002; UB106, UB112, UB116, UB131). */
export function itemAdjustments(group: XmlElement): string[] {
  const period = textOf(group, 'gAjusteCompet', 'competApur');
  const presumed = child(group, 'gCredPresIBSZFM');
  return [
    ...pair('crédito transferido:', child(group, 'gTransfCred'), 'vIBS', 'vCBS'),
    ...pair(`ajuste de ${month(period)}:`, child(group, 'gAjusteCompet'), 'vIBS', 'vCBS'),
    ...pair('crédito estornado:', child(group, 'gEstornoCred'), 'vIBSEstCred', 'vCBSEstCred'),
    ...(presumed ? [presumedCredit(presumed)] : []),
  ];
}

function pair(name: string, group: XmlElement | undefined, ibs: string, cbs: string): string[] {
  return group ? [`${name} IBS ${money(textOf(group, ibs))}, CBS ${money(textOf(group, cbs))}`] : [];
}

function presumedCredit(group: XmlElement): string {
  const [type, period, value] = ['tpCredPresIBSZFM', 'competApur', 'vCredPresIBSZFM'].map((tag) => textOf(group, tag));
  return `crédito presumido ZFM tipo ${type ?? ''} de ${month(period)}: IBS ${money(value)}`;
}

/** `2026-10` as `10/2026`. */
function month(period: string | undefined): string {
  return period?.split('-').reverse().join('/') ?? '';
}
