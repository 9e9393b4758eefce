import type { Authorizer } from '../transport/endpoints.ts';
import { textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import type { Rule, RuleContext } from './rule.ts';
import { noteRule } from './rule.ts';

/** Whether the note was sent to the right address: environment, model, kind of emission, state. */
export const authorizerRules: readonly Rule[] = [
  noteRule(252, 'B24-10', ({ ide }, { endpoint }) => textOf(ide, 'tpAmb') !== String(endpoint.environment)),
  noteRule(
    450,
    'B06-30',
    (note, context) =>
      note.key.model !== '55' && ofModel(note, context).length === 0 && !isAtContingency(note, context),
  ),
  noteRule(775, 'B06-40', (note, context) => note.key.model !== '65' && ofModel(note, context).length === 0),
  noteRule(783, 'B22-70', (note, context) => note.key.model === '65' && isAtContingency(note, context)),
  noteRule(
    570,
    'B22-30',
    (note, context) => isContingency(note) && !ofModel(note, context).some(matchesEmission(note)),
  ),
  noteRule(713, 'B22-60', (note, context) => {
    const serving = ofModel(note, context).filter(servesState(note));
    return serving.length > 0 && !serving.some(matchesEmission(note));
  }),
  noteRule(226, 'B02-10', (note, context) => authorizerOf(note, context) === undefined),
];

/** The authorizer behind the address that accepts this note, if any. */
export function authorizerOf(note: Note, context: RuleContext): Authorizer | undefined {
  return ofModel(note, context).filter(matchesEmission(note)).find(servesState(note));
}

function ofModel({ key }: Note, { endpoint }: RuleContext): Authorizer[] {
  return endpoint.authorizers.filter((authorizer) => String(authorizer.model) === key.model);
}

/** Whether the note was sent to the contingency of its state, which takes NF-e alone. */
function isAtContingency(note: Note, { endpoint }: RuleContext): boolean {
  return endpoint.authorizers.some((one) => one.contingency !== undefined && servesState(note)(one));
}

function isContingency({ key }: Note): boolean {
  return key.tpEmis === '6' || key.tpEmis === '7';
}

const matchesEmission =
  (note: Note) =>
  (authorizer: Authorizer): boolean =>
    authorizer.contingency === undefined ? !isContingency(note) : String(authorizer.contingency) === note.key.tpEmis;

const servesState =
  (note: Note) =>
  (authorizer: Authorizer): boolean =>
    authorizer.states.has(Number(note.key.cUF));
