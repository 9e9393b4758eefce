import { child, textOf } from '../xml/element.ts';
import { chosenByState } from './chosen-by-state.ts';
import type { Note } from './note.ts';
import { has } from './party.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';
import { isStateRegistration } from './state-registration.ts';

const invoicedDirectly = '2';
const interstate = '2';

/** Field C18: the registration that the issuer has as a substitute in another state (MOC 7.0 Anexo I, C18-14 to C18-40). */
export const substituteRegistrationRules: readonly Rule[] = onlyIf(isNfe, [
  noteRule(
    347,
    'C18-14',
    (note, context) =>
      has(note.emit, 'IEST') &&
      !isOneOf(note.ide, 'idDest', interstate) &&
      !(isOneOf(note.ide, 'idDest', '1') && chosenByState('substituteAtHome', note, context)),
  ),
  noteRule(478, 'C18-20', (note) => isInvoicedDirectly(note) && !has(child(note.infNFe, 'entrega'), 'UF')),
  noteRule(
    211,
    'C18-30',
    (note) => has(note.emit, 'IEST') && !isStateRegistration(textOf(note.emit, 'IEST') ?? '', stateOf(note)),
  ),
  noteRule(
    363,
    'C18-40',
    ({ emit, dest }) =>
      has(emit, 'IEST') && [textOf(emit, 'IE'), textOf(dest, 'IE')].includes(textOf(emit, 'IEST') ?? ''),
  ),
]);

/** The state of the registration: where the vehicle is delivered that its maker invoices to the buyer, else the recipient's. */
function stateOf(note: Note): string {
  const { infNFe, dest } = note;
  return textOf(isInvoicedDirectly(note) ? child(infNFe, 'entrega') : child(dest, 'enderDest'), 'UF') ?? '';
}

function isInvoicedDirectly({ items }: Note): boolean {
  return items.some(({ product }) => textOf(product, 'veicProd', 'tpOp') === invoicedDirectly);
}
