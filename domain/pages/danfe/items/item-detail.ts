/** What is told about an item in words. `mark` is what it would be recognized by in the issuer's own words, which are not repeated. */
export type ItemDetail = { words: string; mark?: string | undefined };
