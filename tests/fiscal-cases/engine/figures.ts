import { child, type XmlElement } from '../../../domain/xml/reader.ts';
import { readLine } from '../../domain/taxation/cases/printed.ts';

/** The values of a note at the field of each line, in the form of the lines, to be compared with them. */
export function asPrinted(lines: string[], infNFe: XmlElement): string[] {
  return lines.map((text) => {
    const { field } = readLine(text);
    return `${text.slice(0, text.lastIndexOf(' = '))} = ${at(infNFe, field)}`;
  });
}

/** The text at a path of the layout's names; `absent` where there is none, the number of groups at `count(name)`. */
function at(infNFe: XmlElement, path: string): string {
  const counted = /^count\((\w+)\)$/.exec(path)?.[1];
  if (counted) return String(every(infNFe, counted).length);
  const found = path
    .split('/')
    .reduce<XmlElement | undefined>((element, step) => element && below(element, step), infNFe);
  return found === undefined ? 'absent' : found.children.length > 0 ? 'present' : found.text;
}

/** The first group of that name below an element, or the one that `name[2]` counts. */
function below(element: XmlElement, step: string): XmlElement | undefined {
  const [, name = '', position = '1'] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  if (position === '1') return child(element, name) ?? every(element, name)[0];
  return every(element, name)[Number(position) - 1];
}

function every(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((one) => [...(one.name === name ? [one] : []), ...every(one, name)]);
}
