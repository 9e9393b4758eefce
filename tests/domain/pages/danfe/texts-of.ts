const characters = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/** The lines of text that a reader of the document sees, in the document's order. */
export function textsOf(html: string): string[] {
  const [, body = ''] = html.split('<body>');
  return body
    .split(/<[^>]*>|\n/)
    .map((text) => text.trim().replace(/&[#\w]+;/g, (found) => characters.get(found) ?? found))
    .filter(Boolean);
}
