/** A labelled box of a sheet, by the position of its label in centimetres. */
export type PrintedField = { label: string; leftCm: number; topCm: number };

/** The labelled boxes of one sheet, in the document's order. */
export function fieldsOf(html: string, page = 1): PrintedField[] {
  const section = html.split('<section>')[page] ?? '';
  const found = section.matchAll(/<div class="label" style="left:([\d.]+)cm;top:([\d.]+)cm[^"]*">([^<]+)/g);
  return [...found].map(([, left, top, label = '']) => ({ label, leftCm: Number(left), topCm: Number(top) }));
}

/** The block titles of one sheet, of either orientation, in the document's order. */
export function titlesOf(html: string, page = 1): string[] {
  const section = html.split('<section>')[page] ?? '';
  const found = section.matchAll(/<div class="(?:side-)?title" style="[^"]*">(?:<span>)?([^<]+)/g);
  return [...found].map(([, words = '']) => words.replaceAll('\n', ' '));
}
