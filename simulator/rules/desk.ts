import type { Desk } from '../transport/endpoints.ts';
import { textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import type { Rule, Scene } from './rule.ts';
import { noteRule } from './rule.ts';

/** Whether the note was sent to the right address: environment, model, kind of emission, state. */
export const deskRules: readonly Rule[] = [
  noteRule(252, 'B24-10', ({ ide }, { endpoint }) => textOf(ide, 'tpAmb') !== String(endpoint.environment)),
  noteRule(450, 'B06-30', (note, scene) => note.key.model !== '55' && ofModel(note, scene).length === 0),
  noteRule(775, 'B06-40', (note, scene) => note.key.model !== '65' && ofModel(note, scene).length === 0),
  noteRule(783, 'B22-70', (note) => note.key.model === '65' && isContingency(note)),
  noteRule(570, 'B22-30', (note, scene) => isContingency(note) && !ofModel(note, scene).some(matchesEmission(note))),
  noteRule(713, 'B22-60', (note, scene) => {
    const serving = ofModel(note, scene).filter(servesState(note));
    return serving.length > 0 && !serving.some(matchesEmission(note));
  }),
  noteRule(226, 'B02-10', (note, scene) => deskOf(note, scene) === undefined),
];

/** The authorizer behind the address that takes this note, if any. */
export function deskOf(note: Note, scene: Scene): Desk | undefined {
  return ofModel(note, scene).filter(matchesEmission(note)).find(servesState(note));
}

function ofModel({ key }: Note, { endpoint }: Scene): Desk[] {
  return endpoint.desks.filter((desk) => String(desk.model) === key.model);
}

function isContingency({ key }: Note): boolean {
  return key.tpEmis === '6' || key.tpEmis === '7';
}

const matchesEmission =
  (note: Note) =>
  (desk: Desk): boolean =>
    desk.contingency === undefined ? !isContingency(note) : String(desk.contingency) === note.key.tpEmis;

const servesState =
  (note: Note) =>
  (desk: Desk): boolean =>
    desk.states.has(Number(note.key.cUF));
