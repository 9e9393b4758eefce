/** Documents of one template joined into one, and the number of sheets of each, in order. */
export type JoinedHtml = { html: string; sheetCounts: number[] };

type Parts = { before: string; title: string; after: string; body: string };

/**
 * Puts documents that differ in title and body alone into one, body after body; undefined where their heads differ or a body is not made of
 * `section` sheets.
 */
export function joinHtml(documents: readonly string[]): JoinedHtml | undefined {
  const parts = documents.map(partsOf);
  const [first] = parts;
  if (!first) return undefined;
  const bodies: string[] = [];
  for (const part of parts) {
    if (part?.before !== first.before || part.after !== first.after) return undefined;
    bodies.push(part.body);
  }
  const sheetCounts = bodies.map((body) => body.split('<section>').length - 1);
  if (sheetCounts.includes(0)) return undefined;
  return { html: `${first.before}${first.after}${bodies.join('')}</body></html>`, sheetCounts };
}

/** The words of a document's `title`. */
export function titleOf(html: string): string {
  return partsOf(html)?.title ?? '';
}

function partsOf(html: string): Parts | undefined {
  const found = /^(.*?)<title>(.*?)<\/title>(.*?<body>)(.*)<\/body>/s.exec(html);
  if (!found) return undefined;
  const [, before = '', title = '', after = '', body = ''] = found;
  return { before, title, after, body };
}
