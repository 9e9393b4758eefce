import { textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import type { RuleContext } from './rule.ts';
import type { StateOption } from './state-options.ts';
import { publishedOptions } from './state-options.ts';

/** Whether the issuer's state has taken a decision that is left to the states. */
export function chosenByState(option: StateOption, { emit }: Note, { options }: RuleContext): boolean {
  const states: readonly string[] = (options ?? publishedOptions)[option];
  return states.includes(textOf(emit, 'enderEmit', 'UF') ?? '');
}
