const textReferences = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]);
const attributeReferences = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]);

/** Character data as Canonical XML 1.0 §2.3 writes a text node. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (found) => textReferences.get(found) ?? found) : text;
}

/** A value as Canonical XML 1.0 §2.3 writes an attribute node. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (found) => attributeReferences.get(found) ?? found);
}
