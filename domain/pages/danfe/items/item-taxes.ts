import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { decimal, money } from '../../html/numbers.ts';
import { itemAdjustments } from './item-adjustments.ts';

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
