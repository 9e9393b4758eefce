const characters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML, also between double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => characters[character] ?? character);
}
