/**
 * What a search looks for, as a LIKE pattern over `search_text` still to be folded by `plain_text`: anywhere in the text from three
 * letters on, at the beginning of a word with fewer. A CPF, CNPJ or code of digits is found with or without its punctuation.
 */
export function searchPattern(search: string): string {
  const term = withoutPunctuation(search.trim().replaceAll(/\s+/g, ' ')).replaceAll(/[\\%_]/g, '\\$&');
  return term.length < 3 ? `% ${term}%` : `%${term}%`;
}

function withoutPunctuation(term: string): string {
  return /^\d[\d./\s-]*$/.test(term) ? term.replaceAll(/[./\s-]/g, '') : term;
}
