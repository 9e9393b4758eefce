/** Text as XML content: what the canonical form escapes, and nothing else. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `<name>text</name>`, or nothing when there is no text to say. */
export function field(name: string, text: string | number | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeText(String(text))}</${name}>`;
}
