import { child, children, type XmlElement } from '../../../../domain/xml/reader.ts';
import type { Expected } from './tax-case.ts';

/** The fields of a note's only line in each tax group, by the layout's names: `{ ICMS00: { vBC: '1000.00', ... }, ... }`. */
export type Printed = Record<string, Record<string, string>>;

/** Fields that cases do not list: codes that were sent, and modBC, which is always the operation's value. */
const untold = new Set(['orig', 'CST', 'CSOSN', 'modBC', 'cBenefRBC', 'cEnq', 'pICMSInterPart', 'vICMSUFRemet']);
/** Groups inside a tax of IBS and CBS, whose fields are listed with the tax. */
const told = new Set(['gDif', 'gRed']);

/** Reads an `infNFe`; `note` has the totals that cases check. */
export function printed(infNFe: XmlElement): Printed {
  const [line] = children(infNFe, 'det');
  const groups: Printed = { note: {} };
  for (const tax of (line && child(line, 'imposto'))?.children ?? []) collect(tax, groups);
  for (const name of ['vProd', 'vNF']) {
    groups.note = { ...groups.note, [name]: child(infNFe, 'total', 'ICMSTot', name)?.text ?? '' };
  }
  return groups;
}

/** The expectations of a case in the same form. Without PIS or COFINS they are 06, as in every case's item. */
export function byHand(gives: Expected): Printed {
  const groups: Printed = {};
  for (const tax of ['PIS', 'COFINS']) {
    if (!Object.keys(gives).some((group) => group.startsWith(tax))) groups[`${tax}NT`] = {};
  }
  for (const [group, lines] of Object.entries(gives)) {
    groups[group] = Object.fromEntries(lines.map(readLine).map(({ field, result }) => [field, result]));
  }
  return groups;
}

/** The parts of `vICMS = 1000.00 × 18% = 180.00`; a code or a zero has no arithmetic. */
export function readLine(line: string): { field: string; expression: string | undefined; result: string } {
  const parts = line.split(' = ');
  return { field: parts[0] ?? '', expression: parts.length > 2 ? parts[1] : undefined, result: parts.at(-1) ?? '' };
}

/** Collects groups: every element that has fields of its own is one; `ICMS`, `PIS` and the like only contain one. */
function collect(element: XmlElement, groups: Printed): void {
  const fields = fieldsOf(element);
  const inner = element.children.filter((one) => one.children.length > 0 && !told.has(one.name));
  if (Object.keys(fields).length > 0 || inner.length === 0) groups[element.name] = fields;
  for (const one of inner) collect(one, groups);
}

function fieldsOf(element: XmlElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const one of element.children) {
    if (told.has(one.name)) Object.assign(fields, fieldsOf(one));
    else if (one.children.length === 0 && !untold.has(one.name)) fields[one.name] = one.text;
  }
  return fields;
}
