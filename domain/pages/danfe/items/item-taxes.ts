import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { decimal, money } from '../../html/numbers.ts';

/** The item's IBS, CBS and IS in one line, and nothing that the XML does not carry (NT 2026.010; UB01 and UB12). */
export function itemTaxes(det: XmlElement): string {
  return [...reform(child(det, 'imposto', 'IBSCBS')), ...selective(child(det, 'imposto', 'IS'))].join(' | ');
}

function reform(group: XmlElement | undefined): string[] {
  if (!group) return [];
  const classification = `IBS/CBS: cClassTrib ${textOf(group, 'cClassTrib') ?? ''}`;
  const amounts = child(group, 'gIBSCBS');
  const told = [classification, ...itemAdjustments(group)];
  if (!amounts) return told;
  return [
    ...told,
    ...base(textOf(amounts, 'vBC')),
    ...share('IBS UF', child(amounts, 'gIBSUF'), 'IBSUF'),
    ...share('IBS Mun.', child(amounts, 'gIBSMun'), 'IBSMun'),
    ...share('CBS', child(amounts, 'gCBS'), 'CBS'),
  ];
}

/** Where the rate is reduced, by its class or for a public buyer, the effective one is printed. */
function share(name: string, group: XmlElement | undefined, suffix: string): string[] {
  return group
    ? tax(name, textOf(group, 'gRed', 'pAliqEfet') ?? textOf(group, `p${suffix}`), textOf(group, `v${suffix}`))
    : [];
}

function selective(group: XmlElement | undefined): string[] {
  const amount = group && textOf(group, 'vIS');
  if (!group || amount === undefined) return [];
  return [...base(textOf(group, 'vBCIS')).map((words) => `IS: ${words}`), ...tax('IS', textOf(group, 'pIS'), amount)];
}

function base(value: string | undefined): string[] {
  return value === undefined ? [] : [`BC ${money(value)}`];
}

function tax(name: string, rate: string | undefined, amount: string | undefined): string[] {
  return amount === undefined ? [] : [[name, rate && `${decimal(rate, 2)}%`, money(amount)].filter(Boolean).join(' ')];
}

/** What the item declares of IBS and CBS in place of taxes of a sale, as the XML carries it (NT 2025.002; UB106, UB112, UB116, UB131). */
function itemAdjustments(group: XmlElement): string[] {
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
