/** What we say of one rejection, in Portuguese: why it happens, what to do in Lavra, and the field to look at. */
export type Explanation = {
  cause: string;
  fix: string;
  /** Where the caller sends it: a creation (`items[].ncm`), an emission (`issueDateTime`), an event or the company's form (`company.taxRegime`). */
  field?: string;
};

/** Explanations of one subject, by the authority's code. */
export type Chapter = Readonly<Record<string, Explanation>>;
