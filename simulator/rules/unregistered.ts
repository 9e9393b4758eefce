import { dayOf } from '../clock.ts';
import { hasBegun } from '../law-calendar.ts';
import { child } from '../xml/element.ts';
import { credits, isCredit } from './adjustment.ts';
import type { Note } from './note.ts';
import { has } from './party.ts';
import { isNfce, isNfe, isOneOf, itemRule, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

/** Whether the issuer has no state registration: it pays IBS and CBS, and no ICMS. */
export function hasNoRegistration({ emit }: Pick<Note, 'emit'>): boolean {
  return child(emit, 'IE') === undefined;
}

/** Whether the authority takes notes of issuers without a state registration on the day of the message (NT 2026.007 v1.10). */
export function takesUnregistered({ endpoint, at }: Pick<RuleContext, 'endpoint' | 'at'>): boolean {
  return hasBegun('NOTES_WITHOUT_STATE_REGISTRATION', endpoint.environment, dayOf(at));
}

/** Whether the endpoint is SVRS, which serves issuers without a registration of all states. */
export function isSvrs({ endpoint }: Pick<RuleContext, 'endpoint'>): boolean {
  return endpoint.authorizers.some(({ name, model }) => name === 'SVRS' && model === 55);
}

/** Whether a note is an NF-e of an issuer without a state registration, at a time when such notes are taken. */
export function isOfUnregistered(note: Note, context: RuleContext): boolean {
  return isNfe(note) && hasNoRegistration(note) && takesUnregistered(context);
}

/** Whether the note is a return, or of goods that were refused: exceptions 1 and 2 of the rules about issuers without a registration. */
function bringsBack(note: Note): boolean {
  return isOneOf(note.ide, 'finNFe', '4') || isCredit(note, credits.refused);
}

/** Group C: until such notes are taken nobody issues without a registration (C17-10, MOC 7.0); from then on SVRS takes them (C17-11 to C18-50). */
export const unregisteredIssuerRules: readonly Rule[] = onlyIf(hasNoRegistration, [
  noteRule(229, 'C17-10', (_note, context) => !takesUnregistered(context)),
  noteRule(166, 'C17-11', (note, context) => isOfUnregistered(note, context) && !isSvrs(context)),
  noteRule(
    156,
    'C17-42',
    (note, { endpoint, at }) =>
      isNfce(note) && !hasBegun('CONSUMER_NOTES_WITHOUT_STATE_REGISTRATION', endpoint.environment, dayOf(at)),
  ),
  ...onlyIf(isNfe, [
    noteRule(157, 'C17-43', ({ emit }) => !has(emit, 'CNPJ')),
    noteRule(158, 'C18-50', ({ emit }) => has(emit, 'IEST')),
  ]),
]);

/** Group N: the note has no ICMS, and none for the state of destination (N01-10, at SVRS alone). */
export const unregisteredIcmsRules: readonly Rule[] = onlyIf(isOfUnregistered, [
  itemRule(
    161,
    'N01-10',
    ({ taxes }, note) =>
      !bringsBack(note) && (child(taxes, 'ICMS') !== undefined || child(taxes, 'ICMSUFDest') !== undefined),
  ),
]);

/** Group UB: each item has IBS and CBS (UB12-11, at SVRS alone). */
export const unregisteredReformRules: readonly Rule[] = onlyIf(isOfUnregistered, [
  itemRule(162, 'UB12-11', ({ ibsCbs }) => ibsCbs === undefined),
]);

/** Whether a series is the issuer's own: notes of series 890 to 919 are issued by the authorities themselves (exception 1 of 1P10-40). */
export function isOfOwnSeries(series: number): boolean {
  return series < 890 || series > 919;
}
