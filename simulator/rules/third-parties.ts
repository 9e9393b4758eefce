import { createHash } from 'node:crypto';
import { hasBegun } from '../law-calendar.ts';
import { child, children, textOf } from '../xml/element.ts';
import { operationNamed } from './cfop.ts';
import { issuedOn, type Item, type Note } from './note.ts';
import { has, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { isNfe, isOneOf, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

/** Groups GA and X: who may download the note, and the carrier. */
export const thirdPartyRules: readonly Rule[] = [
  noteRule(323, 'GA02-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCnpj)),
  noteRule(324, 'GA02-20', (note) => authorizesRecipient(note, 'CNPJ')),
  noteRule(325, 'GA03-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCpf)),
  noteRule(326, 'GA03-20', (note) => authorizesRecipient(note, 'CPF')),
  noteRule(542, 'X04-20', ({ infNFe }) => wrongCnpj(child(infNFe, 'transp', 'transporta'))),
  noteRule(543, 'X05-10', ({ infNFe }) => wrongCpf(child(infNFe, 'transp', 'transporta'))),
  noteRule(559, 'X07-10', ({ infNFe }) => {
    const carrier = child(infNFe, 'transp', 'transporta');
    return has(carrier, 'IE') && !has(carrier, 'UF');
  }),
  noteRule(544, 'X07-20', ({ infNFe }) => {
    const carrier = child(infNFe, 'transp', 'transporta');
    return (
      has(carrier, 'IE') && textOf(carrier, 'IE') !== 'ISENTO' && wrongRegistration(carrier, textOf(carrier, 'UF'))
    );
  }),
  noteRule(868, 'X02-20', ({ key, ide, infNFe }) => {
    const transport = child(infNFe, 'transp');
    const named = child(transport, 'veicTransp') ?? child(transport, 'reboque');
    return key.model === '55' && textOf(ide, 'idDest') === '2' && named !== undefined;
  }),
  noteRule(722, 'X16-10', (note) => {
    const cfop = textOf(note.infNFe, 'transp', 'retTransp', 'CFOP');
    return isNfe(note) && cfop !== undefined && operationNamed(cfop, issuedOn(note))?.transport !== true;
  }),
];

/** Whether autXML names the recipient, who may have the note anyway. */
function authorizesRecipient({ infNFe, dest }: Note, name: 'CNPJ' | 'CPF'): boolean {
  const recipient = textOf(dest, name);
  return recipient !== undefined && children(infNFe, 'autXML').some((one) => textOf(one, name) === recipient);
}

const throughOthers = '1';
const mustSay = ['2', '3', '4', '9'];
const maySay = ['1', ...mustSay];
/** CFOP of electricity and communication, which need not have the field (B25c-10, exception 1). */
const supplies = [
  ...['5205', '5206', '5207', '5251', '5252', '5253', '5254', '5255', '5256', '5257', '5258'],
  ...['5301', '5302', '5303', '5304', '5305', '5306', '5307'],
];

/** Field B25c: whether a third party's platform mediates the sale (NT 2020.006 v1.31, in production since 2022-04-04). */
export const intermediaryIndicatorRules: readonly Rule[] = [
  noteRule(
    434,
    'B25c-10',
    ({ ide, items }) =>
      isOneOf(ide, 'indPres', ...mustSay) &&
      textOf(ide, 'tpNF') === '1' &&
      textOf(ide, 'finNFe') === '1' &&
      textOf(ide, 'indIntermed') === undefined &&
      !items.some(isSupply),
  ),
  noteRule(435, 'B25c-20', (note) => !isOneOf(note.ide, 'indPres', ...maySay) && isMediated(note)),
];

/** Group YB: the platform that mediates the sale. */
export const intermediaryRules: readonly Rule[] = [
  noteRule(438, 'YB01-10', (note) => isMediated(note) && intermediary(note) === undefined),
  noteRule(439, 'YB01-20', (note) => !isMediated(note) && intermediary(note) !== undefined),
  noteRule(440, 'YB02-10', (note) => wrongCnpj(intermediary(note))),
];

function isMediated({ ide }: Note): boolean {
  return isOneOf(ide, 'indIntermed', throughOthers);
}

function intermediary({ infNFe }: Note): ReturnType<typeof child> {
  return child(infNFe, 'infIntermed');
}

function isSupply({ product }: Item): boolean {
  return isOneOf(product, 'CFOP', ...supplies);
}

/** States that demand the maker of the issuing program, in production since 2019-06-03. */
const demanding = ['AM', 'MS', 'PE', 'PR', 'SC', 'TO'];
/** Only Paraná gives out codes (CSRT), for model 55. */
const withCodes = 'PR';
/** tpEmis of NFF and of the two contingency authorizers. */
const otherEmissions = ['3', '6', '7'];

/** Group ZD: the company that makes the issuing program, and its security code (NT 2018.005 v1.52). */
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
  // In every state: a hash that does not match a known code is wrong.
  noteRule(978, '7ZD09-10', (note, context) => {
    const code = codeOf(note, context);
    return code !== undefined && textOf(responsible(note), 'hashCSRT') !== hashOf(code.token, note);
  }),
];

function needsCode(note: Note, context: RuleContext): boolean {
  return (
    isNfe(note) &&
    isIn(note, withCodes) &&
    !otherEmissions.includes(note.key.tpEmis) &&
    hasBegun('TECHNICAL_RESPONSIBLE_CODES', context.endpoint.environment, issuedOn(note))
  );
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
