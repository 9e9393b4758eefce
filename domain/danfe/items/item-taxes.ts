import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { decimal, money } from '../numbers.ts';

/** The item's IBS, CBS and IS in one line, and nothing that the XML does not carry (NT 2026.010; UB01 and UB12). */
export function itemTaxes(det: XmlElement): string {
  return [...reform(child(det, 'imposto', 'IBSCBS')), ...selective(child(det, 'imposto', 'IS'))].join(' | ');
}

function reform(group: XmlElement | undefined): string[] {
  if (!group) return [];
  const classification = `IBS/CBS: cClassTrib ${textOf(group, 'cClassTrib') ?? ''}`;
  const amounts = child(group, 'gIBSCBS');
  if (!amounts) return [classification];
  return [
    classification,
    `BC ${money(textOf(amounts, 'vBC'))}`,
    ...share('IBS UF', child(amounts, 'gIBSUF'), 'IBSUF'),
    ...share('IBS Mun.', child(amounts, 'gIBSMun'), 'IBSMun'),
    ...share('CBS', child(amounts, 'gCBS'), 'CBS'),
  ];
}

/** Where the rate is reduced, the effective one is printed. */
function share(name: string, group: XmlElement | undefined, suffix: string): string[] {
  if (!group) return [];
  const rate = textOf(group, 'gRed', 'pAliqEfet') ?? textOf(group, `p${suffix}`);
  return [`${name} ${decimal(rate, 2)}% ${money(textOf(group, `v${suffix}`))}`];
}

function selective(group: XmlElement | undefined): string[] {
  if (!group || textOf(group, 'vIS') === undefined) return [];
  const rate = decimal(textOf(group, 'pIS'), 2);
  return [`IS: BC ${money(textOf(group, 'vBCIS'))}`, `IS ${rate}% ${money(textOf(group, 'vIS'))}`];
}
