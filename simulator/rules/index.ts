import { accessKeyRules } from './access-key.ts';
import { deskRules } from './desk.ts';
import type { Rule } from './rule.ts';

/** Every rule about a note, in the order of the layout; the first that is broken is the answer. */
export const noteRules: readonly Rule[] = [...deskRules, ...accessKeyRules];
