import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import type { ComputedNote } from '../../../../domain/nfe/note.ts';
import { child, children, readXml, type XmlElement } from '../../../../domain/xml/reader.ts';

/** What a note's only line says in each tax group, by the layout's names: `{ ICMS00: { vBC: '1000.00', ... }, ... }`. */
export type Printed = Record<string, Record<string, string>>;

/** Fields that every case has alike: codes that were sent, and modBC, which is always the operation's value. */
const untold = new Set(['orig', 'CST', 'CSOSN', 'modBC', 'cEnq', 'pICMSInterPart', 'vICMSUFRemet']);
/** Groups inside a tax of IBS and CBS, told with the tax. */
const told = new Set(['gDif', 'gRed']);

export function printed(note: ComputedNote): Printed {
  const { infNFe } = layoutNfe(note, {
    series: 1,
    number: 1,
    cNF: '83450921',
    issuedAt: new Date('2026-11-21T15:00:00Z'),
    environment: 'HOMOLOGATION',
    version: '1.0',
  });
  const root = readXml(infNFe);
  const [line] = children(root, 'det');
  const totals = child(root, 'total', 'ICMSTot');
  const groups: Printed = {};
  for (const tax of (line && child(line, 'imposto'))?.children ?? []) collect(tax, groups);
  const total = (element: XmlElement | undefined, name: string) => (element && child(element, name)?.text) ?? '';
  groups.note = { vProd: total(totals, 'vProd'), vNF: total(totals, 'vNF') };
  return groups;
}

/** Whichever element has fields of its own is a group; `ICMS`, `PIS` and the like only hold one. */
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
