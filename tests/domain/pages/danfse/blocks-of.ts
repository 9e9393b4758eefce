import { textsOf } from '../danfe/texts-of.ts';

/** A block: its fields by their labels. The identification has an empty title. */
export type PrintedBlock = { title: string; fields: Record<string, string> };

/** The blocks of a form with their fields, in the document's order; a sentence in place of a block has no fields. */
export function blocksOf(html: string): PrintedBlock[] {
  const blocks: PrintedBlock[] = [{ title: '', fields: {} }];
  const pieces = html.matchAll(/<div class="(title|sentence|field|main field)" style="[^"]*">(.*?)<\/div>/gs);
  for (const [, kind, content = ''] of pieces) {
    const [label = '', value = ''] = content.split('<span>').map((piece) => textsOf(`<body>${piece}`).join(' '));
    if (kind === 'title' || kind === 'sentence') blocks.push({ title: label, fields: {} });
    else blocks.at(-1)!.fields[label] = value;
  }
  return blocks;
}

/** The fields of the block with that title. */
export function fieldsIn(html: string, title: string): Record<string, string> {
  return blocksOf(html).find((block) => block.title === title)?.fields ?? {};
}

/** The lines of the long texts, in the document's order: words of the service code, description, additional information. */
export function linesOf(html: string): string[][] {
  const boxes = html.matchAll(/<div class="lines" style="[^"]*">(.*?)<\/div>/gs);
  return [...boxes].map(([, content = '']) => textsOf(`<body>${content}`));
}
