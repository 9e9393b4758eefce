/** What two spellings of a header have in common: letters and digits, lower case, no accents. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
