import { textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import { taxIdOf } from './note.ts';
import { consumesIn, goodsStayInOneState, placesOf } from './places.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

const isExit = ({ ide }: Note): boolean => isOneOf(ide, 'tpNF', '1');
const isEntry = (note: Note): boolean => !isExit(note);

/** Group E: whether the operation is internal or interstate by the ways of the goods (MOC 7.0 Anexo I, NT 2015.003). */
export const placeOfOperationRules: readonly Rule[] = onlyIf(isNfe, [
  ...onlyIf(isExit, [
    noteRule(772, 'E12-30', isInterstateWithinOneState),
    noteRule(773, 'E12-40', isInternalBetweenTwoStates),
  ]),
  ...onlyIf(isEntry, [
    noteRule(772, 'E12-50', isInterstateWithinOneState),
    noteRule(773, 'E12-60', isInternalBetweenTwoStates),
  ]),
]);

/** Not among the places of one company, and not with fuel that is used in another state. */
function isInterstateWithinOneState(note: Note): boolean {
  const { issuer, recipient } = placesOf(note);
  return (
    isOneOf(note.ide, 'idDest', '2') &&
    issuer === recipient &&
    goodsStayInOneState(note) &&
    taxIdOf(note.emit) !== taxIdOf(note.dest) &&
    note.items.every(({ product }) => (textOf(product, 'comb', 'UFCons') ?? issuer) === issuer)
  );
}

/** Not for final consumers, to whom goods are handed over where the shop is, wherever they live. */
function isInternalBetweenTwoStates(note: Note): boolean {
  const { issuer, recipient } = placesOf(note);
  return (
    isOneOf(note.ide, 'idDest', '1') &&
    isOneOf(note.ide, 'indFinal', '0') &&
    issuer !== recipient &&
    !goodsStayInOneState(note) &&
    !note.items.some((item) => consumesIn(item, issuer))
  );
}
