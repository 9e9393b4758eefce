import help from './error-help.json' with { type: 'json' };
import type { ErrorCode } from './errors.ts';

/** What the documentation says of an error of the API, in Portuguese. */
export type ErrorHelp = {
  /** What it means, in a line. */
  title: string;
  cause: string;
  /** For who calls the API, and for who sits at a screen. */
  mend: { programmer: string; person: string };
  /** What to look at, as the API names it. */
  fields?: readonly string[];
};

/** What is said of each code: the compiler knows that none is missing. */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = help.codes;
