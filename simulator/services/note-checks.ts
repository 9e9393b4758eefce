import { Decimal } from 'decimal.js';
import type { TaxIdentity } from '../certificates/trust.ts';
import { cancellationOf, isInForce } from '../events/event.ts';
import type { ReasonFacts } from '../reasons.ts';
import type { EpecSummary, EventRecord, NoteRecord } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { credits, isCredit, referenceOf } from '../rules/adjustment.ts';
import { amount, sum } from '../rules/amount.ts';
import { noteRules } from '../rules/index.ts';
import { federalRegisterRules, stateRegisterRules } from '../rules/registers.ts';
import { type Note, recipientOf } from '../rules/note.ts';
import { isNfe, isOneOf, type Rule, type RuleContext } from '../rules/rule.ts';
import type { Environment } from '../transport/endpoints.ts';
import { child, children, textOf } from '../xml/element.ts';

/** A broken rule: the code, and the values for the blanks of its text. */
export type Breach = { cStat: number; facts: ReasonFacts };

/** The breach if the signer's certificate may not sign for the issuer: another company root (213), or another person (227). */
export function signerBreach(issuer: string, signer: TaxIdentity): Breach | undefined {
  if (issuer.length === 11) return signer.cpf === issuer ? undefined : { cStat: 227, facts: {} };
  return signer.cnpj?.slice(0, 8) === issuer.slice(0, 8) ? undefined : { cStat: 213, facts: {} };
}

/** The first rule that the content of the note breaks. */
export function ruleBreach(note: Note, context: RuleContext): Breach | undefined {
  return firstBroken(noteRules, note, context);
}

/** The breach that the states' register shows about the issuer (group 1 of the manual, before the note is looked up). */
export function stateRegisterBreach(note: Note, context: RuleContext): Breach | undefined {
  return firstBroken(stateRegisterRules, note, context);
}

/** The breach that the list of Receita Federal shows about a party (group 12, after everything else). */
export function federalRegisterBreach(note: Note, context: RuleContext): Breach | undefined {
  return firstBroken(federalRegisterRules, note, context);
}

function firstBroken(rules: readonly Rule[], note: Note, context: RuleContext): Breach | undefined {
  for (const rule of rules) {
    const facts = rule.broken(note, context);
    if (facts) return { cStat: rule.cStat, facts: { ...facts, rule: rule.id } };
  }
  return undefined;
}

/** The breach if the authority already has the note's key or its number (groups 2 and 3 of the manual). */
export function duplicateBreach(note: Note, environment: Environment, register: Register): Breach | undefined {
  const { key, chNFe } = note;
  const same = register.note(environment, chNFe);
  if (same) {
    const facts = { nRec: same.nRec };
    if (isDenied(same.cStat)) return { cStat: 205, facts };
    return { cStat: cancellationOf(register.events(environment, chNFe)) ? 218 : 204, facts };
  }
  const other = register.noteNumbered(environment, key, key.number);
  if (other) return { cStat: 539, facts: { chNFe: other.chNFe, nRec: other.nRec } };
  return (
    epecBreach(note, register.epecNumbered(environment, key, key.number)) ??
    (register.isVoided(environment, key, key.number) ? { cStat: 206, facts: {} } : undefined)
  );
}

/** The breach if a note and the EPEC of its number do not belong together (2AB08 of NT 2014.001 v1.41, 5.1). */
function epecBreach(note: Note, epec: EventRecord | undefined): Breach | undefined {
  if (note.key.model !== '55') return undefined;
  const isAnnounced = note.key.tpEmis === '4';
  if (!epec) return isAnnounced ? { cStat: 468, facts: {} } : undefined;
  const facts = { chNFe: epec.chNFe };
  if (!isAnnounced) return { cStat: 692, facts };
  if (epec.chNFe !== note.chNFe) return { cStat: 691, facts };
  const field = epec.epec && differingField(note, epec.epec);
  return field === undefined ? undefined : { cStat: 467, facts: { field } };
}

/** The first field of a note that differs from its EPEC. Dates must be written alike, offset included. */
function differingField({ ide, emit, dest, icmsTotal }: Note, epec: EpecSummary): string | undefined {
  const compared: readonly (readonly [string, string | undefined, string])[] = [
    ['IE', textOf(emit, 'IE'), epec.issuerIE],
    ['dhEmi', textOf(ide, 'dhEmi'), epec.dhEmi],
    ['tpNF', textOf(ide, 'tpNF'), epec.tpNF],
    ['UF', textOf(dest, 'enderDest', 'UF'), epec.UF],
    [identificationOf(dest), recipientOf({ dest }), epec.recipient],
    ['IE', textOf(dest, 'IE'), epec.recipientIE],
    ...(['vNF', 'vICMS', 'vST'] as const).map((name) => [name, textOf(icmsTotal, name), epec[name]] as const),
  ];
  return compared.find(([, ofNote = '', ofEpec]) => ofNote !== ofEpec)?.[0];
}

function identificationOf(dest: Note['dest']): string {
  return ['CNPJ', 'CPF'].find((name) => textOf(dest, name) !== undefined) ?? 'idEstrangeiro';
}

/** The breach if a credit note for interest or refused goods refers to a note that is not authorized, or is cancelled (NT 2025.002, 3BA02-70). */
export function referenceBreach(note: Note, environment: Environment, register: Register): Breach | undefined {
  if (!isCredit(note, credits.interest, credits.refused)) return undefined;
  const standing = (chNFe: string): boolean =>
    isInForce(register.note(environment, chNFe), register.events(environment, chNFe));
  const fallen = children(note.ide, 'NFref').findIndex((one) => !standing(textOf(one, 'refNFe') ?? ''));
  return fallen < 0 ? undefined : { cStat: 1095, facts: { nRef: fallen + 1 } };
}

/** Whether a code denies the note, which also uses up its number. */
export function isDenied(cStat: number): boolean {
  return [110, 205, 301, 302, 303].includes(cStat);
}

/** Totals are compared with this tolerance, in BRL, because of rounding in notes of many items. */
const tolerance = 1;

/** Totals of a return that must not exceed those of the returned notes, with their codes; `alsoAbroad`: also checked for foreign trade. */
const compared = [
  { cStat: 545, total: 'vNF', alsoAbroad: false },
  { cStat: 546, total: 'vICMS', alsoAbroad: true },
  { cStat: 566, total: 'vFCP', alsoAbroad: true },
  { cStat: 567, total: 'vICMSUFDest', alsoAbroad: true },
  { cStat: 581, total: 'vFCPUFDest', alsoAbroad: true },
] as const;

/**
 * The breach of a return of more than was sold (NT 2022.005 v1.11, 3BA02-50 to 3BA02-68); undefined unless the authority has every note
 * that the return refers to.
 */
export function returnBreach(note: Note, environment: Environment, register: Register): Breach | undefined {
  if (!isNfe(note) || !isOneOf(note.ide, 'finNFe', '4') || refersToPaper(note)) return undefined;
  const sold = keysOf(note).map((chNFe) => register.note(environment, chNFe));
  if (sold.length === 0) return undefined;
  const isAbroad = isOneOf(note.ide, 'idDest', '3');
  const found = compared.find(({ total, alsoAbroad }) => {
    const known = totalOf(sold, total);
    return (alsoAbroad || !isAbroad) && known !== undefined && amount(note.icmsTotal, total).gt(known.plus(tolerance));
  });
  return found && { cStat: found.cStat, facts: {} };
}

/** The sum of one total over several notes; undefined if one of them, or its total, is not known. */
function totalOf(
  notes: readonly (NoteRecord | undefined)[],
  total: (typeof compared)[number]['total'],
): Decimal | undefined {
  const values = notes.map((one) => one?.[total]);
  const known = values.flatMap((value) => value ?? []);
  return known.length < values.length ? undefined : sum(known.map((value) => new Decimal(value)));
}

function keysOf({ ide, items }: Note): string[] {
  const whole = children(ide, 'NFref').map((one) => textOf(one, 'refNFe') ?? '');
  return [...new Set([...whole, ...items.flatMap((item) => referenceOf(item)?.chNFe ?? [])])];
}

/** Whether the note refers to documents on paper, whose values are not known here. */
function refersToPaper({ ide }: Note): boolean {
  return children(ide, 'NFref').some((one) => child(one, 'refNFe') === undefined);
}
