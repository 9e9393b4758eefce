import help from './error-help.json' with { type: 'json' };
import type { ErrorCode } from './errors.ts';

/** The documentation of an error code, in Portuguese. */
export type ErrorHelp = {
  /** The error in one line. */
  title: string;
  cause: string;
  /** What to do, for programmers who call the API and for people at a screen. */
  mend: { programmer: string; person: string };
  /** Fields to look at, as the API names them. */
  fields?: readonly string[];
};

/** The documentation of every code; a missing one does not compile. */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = help.codes;
