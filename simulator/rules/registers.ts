import { dayOf } from '../clock.ts';
import { hasBegun } from '../law-calendar.ts';
import type { Registered } from '../register/records.ts';
import { isInactive, isIrregular, paysIcms } from '../register/taxpayers.ts';
import { child, type Element, textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import { has } from './party.ts';
import { isNfe, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';
import { hasNoRegistration, isSvrs } from './unregistered.ts';

/** The regime in Receita's list (regTrib: 1 Simples, 2 MEI, 9 others) that goes with each CRT. */
const regimes: Readonly<Record<string, number | undefined>> = { '1': 1, '2': 1, '3': 9, '4': 2 };

/** Whether the authority looks into the registers on the day of the message (NT 2026.007 v1.10). */
export function looksIntoRegisters({ endpoint, at }: Pick<RuleContext, 'endpoint' | 'at'>): boolean {
  return hasBegun('REGISTERS_OF_PARTIES', endpoint.environment, dayOf(at));
}

/** An issuer that claims to have no registration, against the register of the states (1C17-02 and 1C17-04, at SVRS alone). */
export const stateRegisterRules: readonly Rule[] = onlyIf(
  (note, context) => isNfe(note) && looksIntoRegisters(context) && isSvrs(context) && saysNoRegistration(note.emit),
  [
    noteRule(163, '1C17-02', (note, context) =>
      isIn(issuerOf(note, context), (found) => paysIcms(found, stateOf(note))),
    ),
    noteRule(164, '1C17-04', (note, context) =>
      isIn(issuerOf(note, context), (found) => isIrregular(found, stateOf(note))),
    ),
  ],
);

/** Every party with a CNPJ, against the list of Receita Federal (LCC-RFB; NT 2026.007 v1.10, 5.10). */
export const federalRegisterRules: readonly Rule[] = onlyIf(
  (_note, context) => looksIntoRegisters(context),
  [
    ...partyRules('12C02', [178, 179], ({ emit }) => emit, 'enderEmit'),
    noteRule(180, '12C21-20', (note, context) =>
      isIn(
        issuerOf(note, context),
        ({ regTrib }) => regTrib !== undefined && regTrib !== regimes[textOf(note.emit, 'CRT') ?? ''],
      ),
    ),
    ...partyRules('12E02', [181, 182], ({ dest }) => dest, 'enderDest'),
    ...onlyIf(isNfe, [
      ...partyRules('12F02', [183, 184], ({ infNFe }) => child(infNFe, 'retirada')),
      ...partyRules('12G02', [185, 186], ({ infNFe }) => child(infNFe, 'entrega')),
    ]),
  ],
);

/** Two rules: a party that the list does not have, and one that it has as not active. `address` is the group that has the party's state. */
function partyRules(
  id: string,
  [absent, inactive]: readonly [number, number],
  partyOf: (note: Note) => Element | undefined,
  address?: 'enderEmit' | 'enderDest',
): Rule[] {
  const rule = (cStat: number, number: string, breaks: (found: Registered) => boolean): Rule => ({
    cStat,
    id: `${id}-${number}`,
    broken(note, { taxpayer }) {
      const party = partyOf(note);
      const cnpj = textOf(party, 'CNPJ') ?? '';
      if (!taxpayer || cnpj === '') return undefined;
      const state = address === undefined ? textOf(party, 'UF') : textOf(party, address, 'UF');
      return breaks(taxpayer(cnpj, state)) ? { cnpj } : undefined;
    },
  });
  return [rule(absent, '10', (found) => found === 'ABSENT'), rule(inactive, '20', isInactive)];
}

function isIn(found: Registered, isSo: (record: Exclude<Registered, 'ABSENT' | undefined>) => boolean): boolean {
  return typeof found === 'object' && isSo(found);
}

function issuerOf(note: Note, { taxpayer }: RuleContext): Registered {
  return has(note.emit, 'CNPJ') ? taxpayer?.(textOf(note.emit, 'CNPJ') ?? '', stateOf(note)) : undefined;
}

function stateOf({ emit }: Note): string {
  return textOf(emit, 'enderEmit', 'UF') ?? '';
}

function saysNoRegistration(emit: Element | undefined): boolean {
  return hasNoRegistration({ emit }) || textOf(emit, 'IE') === 'ISENTO';
}
