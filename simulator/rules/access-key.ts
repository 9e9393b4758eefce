import table from '../../tables/endpoints.json' with { type: 'json' };
import { yearOf } from '../clock.ts';
import { type AccessKey, accessKey, isCnpj, isCpf, keyDigit } from '../identifiers.ts';
import type { Authorizer, Endpoint } from '../transport/endpoints.ts';
import { textOf } from '../xml/element.ts';
import { type Note, taxIdOf } from './note.ts';
import { noteRule, type Rule, type RuleContext } from './rule.ts';
import { isOfUnregistered, isSvrs } from './unregistered.ts';

/** cNF that are refused because they are not random (rule B03-10). */
const trivial = new Set([
  ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(8)),
  ...Array.from({ length: 10 }, (_, first) =>
    Array.from({ length: 8 }, (_unused, i) => String((first + i) % 10)).join(''),
  ),
]);

/** Access key and Id against the fields that they are made of. */
export const accessKeyRules: readonly Rule[] = [
  noteRule(502, 'A03-10', (note) => composed(note) !== note.chNFe.slice(0, 43)),
  noteRule(253, 'B23-10', (note) => {
    const computed = keyDigit(note.chNFe.slice(0, 43));
    return note.key.checkDigit !== computed || textOf(note.ide, 'cDV') !== computed;
  }),
  noteRule(897, 'B03-10', (note) => trivial.has(note.key.cNF) || Number(note.key.cNF) === note.key.number),
];

function composed({ ide, emit }: Note): string {
  const field = (name: string, size: number): string => (textOf(ide, name) ?? '').padStart(size, '0');
  const issued = textOf(ide, 'dhEmi') ?? '';
  return [
    field('cUF', 2),
    issued.slice(2, 4) + issued.slice(5, 7),
    taxIdOf(emit).padStart(14, '0'),
    field('mod', 2),
    field('serie', 3),
    field('nNF', 9),
    field('tpEmis', 1),
    field('cNF', 8),
  ].join('');
}

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
    const serving = ofModel(note, context).filter(servesState(note, context));
    return serving.length > 0 && !serving.some(matchesEmission(note));
  }),
  noteRule(226, 'B02-10', (note, context) => authorizerOf(note, context) === undefined),
];

/** The authorizer at the message's address that accepts this note, if any. */
export function authorizerOf(note: Note, context: RuleContext): Authorizer | undefined {
  return ofModel(note, context).filter(matchesEmission(note)).find(servesState(note, context));
}

function ofModel({ key }: Note, { endpoint }: RuleContext): Authorizer[] {
  return endpoint.authorizers.filter((authorizer) => String(authorizer.model) === key.model);
}

/** Whether the note was sent to the contingency of its state; contingencies take NF-e alone. */
function isAtContingency(note: Note, context: RuleContext): boolean {
  return context.endpoint.authorizers.some((one) => one.contingency !== undefined && servesState(note, context)(one));
}

function isContingency({ key }: Note): boolean {
  return key.tpEmis === '6' || key.tpEmis === '7';
}

const matchesEmission =
  (note: Note) =>
  (authorizer: Authorizer): boolean =>
    authorizer.contingency === undefined ? !isContingency(note) : String(authorizer.contingency) === note.key.tpEmis;

/** SVRS also serves issuers without a state registration of every state (exception of B02-10, NT 2026.007 v1.10). */
const servesState =
  (note: Note, context: RuleContext) =>
  (authorizer: Authorizer): boolean =>
    authorizer.states.has(Number(note.key.cUF)) || (authorizer.name === 'SVRS' && isOfUnregistered(note, context));

const firstYear = 6;
const states: ReadonlySet<number> = new Set(Object.values(table.cUF));

/**
 * The fault of an access key in a query, checked before the authority looks the key up (236, 614 to 619, 226). SVRS has the notes of
 * issuers without a state registration, whatever their state: `isOfUnregistered` says whether it knows the key as such a note's.
 */
export function keyBreach(
  chNFe: string,
  { endpoint, at }: { endpoint: Endpoint; at: Date },
  isOfUnregistered: boolean,
): number | undefined {
  const key = accessKey(chNFe);
  if (!key) return 236;
  const state = Number(key.cUF);
  return [
    ...formChecks(key, at),
    [236, keyDigit(chNFe.slice(0, 43)) !== key.checkDigit] as const,
    [226, !servesKey(endpoint, state, isOfUnregistered)] as const,
  ].find(([, broken]) => broken)?.[0];
}

/** Whether an authorizer behind an address serves a state, or serves the issuer because it has no state registration (exception of P12-40). */
export function servesKey(endpoint: Endpoint, cUF: number, isOfUnregistered: boolean): boolean {
  return (
    endpoint.authorizers.some(({ states: served }) => served.has(cUF)) || (isOfUnregistered && isSvrs({ endpoint }))
  );
}

/**
 * The fault of a key in a question to the distribution, which has notes of model 55 alone and looks at the check digit first (NT 2014.002,
 * H07 to H13).
 */
export function distributedKeyBreach(chNFe: string, at: Date): number | undefined {
  const key = accessKey(chNFe);
  if (!key) return 236;
  return [
    [236, keyDigit(chNFe.slice(0, 43)) !== key.checkDigit] as const,
    ...formChecks(key, at),
    [618, key.model !== '55'] as const,
  ].find(([, broken]) => broken)?.[0];
}

function formChecks(key: AccessKey, at: Date): (readonly [number, boolean])[] {
  const year = Number(key.month.slice(0, 2));
  const month = Number(key.month.slice(2));
  return [
    [614, !states.has(Number(key.cUF))],
    [615, year < firstYear || 2000 + year > yearOf(at)],
    [616, month < 1 || month > 12],
    [617, !isCnpj(key.issuer) && !(key.issuer.startsWith('000') && isCpf(key.issuer.slice(3)))],
    [618, key.model !== '55' && key.model !== '65'],
    [619, key.number === 0],
  ];
}
