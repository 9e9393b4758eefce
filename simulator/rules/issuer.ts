import table from '../../tables/endpoints.json' with { type: 'json' };
import { isStateRegistration } from '../identifiers.ts';
import { child, textOf } from '../xml/element.ts';
import { servesKey } from './access-key.ts';
import type { Note } from './note.ts';
import { has, municipality, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { chosenByState, isNfe, isOneOf, noteRule, onlyIf, type Rule } from './rule.ts';
import { isOfUnregistered, unregisteredIssuerRules } from './unregistered.ts';

const states: Readonly<Record<string, number | undefined>> = table.cUF;

/** Group C: the issuer. */
export const issuerRules: readonly Rule[] = [
  noteRule(207, 'C02-10', ({ emit }) => wrongCnpj(emit)),
  noteRule(401, 'C02a-20', ({ emit }) => wrongCpf(emit)),
  noteRule(273, 'C10-20', ({ ide, emit }) => municipality(emit, 'enderEmit').slice(0, 2) !== textOf(ide, 'cUF')),
  noteRule(247, 'C12-10', (note, context) => {
    const state = states[textOf(note.emit, 'enderEmit', 'UF') ?? ''] ?? 0;
    return !servesKey(context.endpoint, state, isOfUnregistered(note, context));
  }),
  noteRule(554, 'C17-30', ({ emit }) => textOf(emit, 'IE') === 'ISENTO'),
  ...unregisteredIssuerRules,
  noteRule(209, 'C17-20', ({ emit }) => wrongRegistration(emit, textOf(emit, 'enderEmit', 'UF'))),
];

const invoicedDirectly = '2';
const interstate = '2';

/** Field C18: the issuer's registration as a substitute in another state (MOC 7.0 Anexo I, C18-14 to C18-40). */
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

/** The state of that registration: where the vehicle is delivered, if its maker bills it to the buyer; otherwise the recipient's. */
function stateOf(note: Note): string {
  const { infNFe, dest } = note;
  return textOf(isInvoicedDirectly(note) ? child(infNFe, 'entrega') : child(dest, 'enderDest'), 'UF') ?? '';
}

function isInvoicedDirectly({ items }: Note): boolean {
  return items.some(({ product }) => textOf(product, 'veicProd', 'tpOp') === invoicedDirectly);
}
