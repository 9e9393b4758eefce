/** The authority's name in Portuguese sentences: `a SEFAZ`, and its contractions with `de` and `em`. */
export type AuthorityName = { the: string; of: string; at: string };

/** The authorities by which documents are authorized: the SEFAZ of a state, or the national system of NFS-e. */
export const authorityNames = {
  SEFAZ: { the: 'a SEFAZ', of: 'da SEFAZ', at: 'na SEFAZ' },
  SEFIN: { the: 'a SEFIN Nacional', of: 'da SEFIN Nacional', at: 'na SEFIN Nacional' },
} as const satisfies Record<string, AuthorityName>;

export type AuthorityKind = keyof typeof authorityNames;

/** The name at the beginning of a sentence, capitalized. */
export function startingName(authority: AuthorityKind): string {
  const { the } = authorityNames[authority];
  return the.charAt(0).toUpperCase() + the.slice(1);
}
