import { createHash } from 'node:crypto';
import { child, textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import { issuedOn } from './note.ts';
import { has, wrongCnpj } from './party.ts';
import type { Rule, RuleContext } from './rule.ts';
import { inHomologation, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

/** States that want to know whose program made the note, in production since 2019-06-03. */
const demanding = ['AM', 'MS', 'PE', 'PR', 'SC', 'TO'];
/** Paraná alone gives out codes, for model 55: the days from which a note must have one. */
const withCodes = 'PR';
const codesSince = { homologation: '2026-01-19', production: '2026-02-23' };
/** NFF, and the two contingency authorizers. */
const otherEmissions = ['3', '6', '7'];

/** Group ZD: the company whose program made the note, and its security code (NT 2018.005 v1.52). */
export const technicalResponsibleRules: readonly Rule[] = [
  noteRule(972, 'ZD01-10', (note) => isIn(note, ...demanding) && responsible(note) === undefined),
  noteRule(973, 'ZD02-10', (note) => wrongCnpj(responsible(note))),
  ...onlyIf(needsCode, [
    noteRule(975, 'ZD07-10', (note) => !has(responsible(note), 'idCSRT') || !has(responsible(note), 'hashCSRT')),
    noteRule(976, '7ZD08-10', (note, context) => codeOf(note, context) === undefined),
    noteRule(977, '7ZD08-20', (note, context) => {
      const revokedAt = codeOf(note, context)?.revokedAt;
      return revokedAt !== undefined && Date.parse(revokedAt) <= context.at.getTime();
    }),
  ]),
  // Wherever a state knows the code, a wrong hash is a forgery.
  noteRule(978, '7ZD09-10', (note, context) => {
    const code = codeOf(note, context);
    return code !== undefined && textOf(responsible(note), 'hashCSRT') !== hashOf(code.token, note);
  }),
];

function needsCode(note: Note, context: RuleContext): boolean {
  const since = inHomologation(note, context) ? codesSince.homologation : codesSince.production;
  return isNfe(note) && isIn(note, withCodes) && !otherEmissions.includes(note.key.tpEmis) && issuedOn(note) >= since;
}

function responsible({ infNFe }: Note): ReturnType<typeof child> {
  return child(infNFe, 'infRespTec');
}

function isIn({ emit }: Note, ...states: readonly string[]): boolean {
  return isOneOf(child(emit, 'enderEmit'), 'UF', ...states);
}

function codeOf(note: Note, { csrt }: RuleContext): ReturnType<NonNullable<RuleContext['csrt']>> {
  const group = responsible(note);
  return has(group, 'idCSRT') ? csrt?.(textOf(group, 'CNPJ') ?? '', Number(textOf(group, 'idCSRT'))) : undefined;
}

function hashOf(token: string, { chNFe }: Note): string {
  return createHash('sha1')
    .update(token + chNFe)
    .digest('base64');
}
