import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import { has, paysNoIcms, municipality, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import type { Rule } from './rule.ts';
import { inHomologation, isNfce, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';
/** State letters by the first two digits of a municipality (IBGE). */
const states: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table.cUF).map(([letters, code]) => [String(code), letters]),
);
const brazil = '1058';
const abroad = '9999999';

const ofNfe: readonly Rule[] = [
  noteRule(719, 'E01-10', ({ dest }) => dest === undefined),
  noteRule(724, 'E04-10', ({ dest }) => !has(dest, 'xNome')),
  ...onlyIf(inHomologation, [noteRule(598, 'E04-20', ({ dest }) => textOf(dest, 'xNome') !== homologationName)]),
  noteRule(726, 'E05-10', ({ dest }) => child(dest, 'enderDest') === undefined),
  noteRule(696, 'E16a-40', (note) => paysNoIcms(note) && !isAbroad(note) && textOf(note.ide, 'indFinal') !== '1'),
  noteRule(728, 'E17-20', ({ dest }) => textOf(dest, 'indIEDest') === '1' && !has(dest, 'IE')),
  noteRule(791, 'E17-30', ({ dest }) => textOf(dest, 'indIEDest') === '2' && has(dest, 'IE')),
];

const ofNfce: readonly Rule[] = [
  noteRule(787, 'E01-20', ({ ide, dest }) => textOf(ide, 'indPres') === '4' && dest === undefined),
  noteRule(788, 'E05-20', ({ ide, dest }) => textOf(ide, 'indPres') === '4' && child(dest, 'enderDest') === undefined),
  noteRule(789, 'E16a-10', ({ dest }) => dest !== undefined && textOf(dest, 'indIEDest') !== '9'),
  noteRule(729, 'E17-10', ({ dest }) => has(dest, 'IE')),
  noteRule(730, 'E18-10', ({ dest }) => has(dest, 'ISUF')),
];

const abroadRules: readonly Rule[] = [
  noteRule(720, 'E03a-10', ({ dest }) => child(dest, 'idEstrangeiro') === undefined),
  noteRule(509, 'E10-30', ({ dest }) => municipality(dest, 'enderDest') !== abroad),
  noteRule(727, 'E12-10', ({ dest }) => textOf(dest, 'enderDest', 'UF') !== 'EX'),
  noteRule(510, 'E14-10', ({ dest }) => [undefined, brazil].includes(textOf(dest, 'enderDest', 'cPais'))),
  noteRule(790, 'E16a-20', ({ dest }) => textOf(dest, 'indIEDest') !== '9'),
  noteRule(792, 'E17-40', ({ dest }) => has(dest, 'IE')),
];

const atHomeRules: readonly Rule[] = [
  noteRule(275, 'E10-20', ({ dest }) => stateOfMunicipality(dest) !== textOf(dest, 'enderDest', 'UF')),
  noteRule(
    772,
    'E12-30',
    (note) => textOf(note.ide, 'idDest') === '2' && sameState(note) && goesBetweenPartyAddresses(note),
  ),
  noteRule(
    773,
    'E12-40',
    (note) =>
      textOf(note.ide, 'idDest') === '1' &&
      textOf(note.ide, 'indFinal') === '0' &&
      !sameState(note) &&
      goesBetweenPartyAddresses(note),
  ),
  noteRule(511, 'E14-20', ({ dest }) => (textOf(dest, 'enderDest', 'cPais') ?? brazil) !== brazil),
];

/** Group E: the recipient. */
export const recipientRules: readonly Rule[] = [
  ...onlyIf(isNfe, ofNfe.slice(0, 1)),
  noteRule(208, 'E02-10', ({ dest }) => wrongCnpj(dest)),
  noteRule(237, 'E03-10', ({ dest }) => wrongCpf(dest)),
  ...onlyIf(isNfe, ofNfe.slice(1)),
  ...onlyIf(isNfce, ofNfce),
  ...onlyIf((note) => isAbroad(note), abroadRules),
  ...onlyIf((note) => !isAbroad(note) && child(note.dest, 'enderDest') !== undefined, atHomeRules),
  noteRule(210, 'E17-50', ({ dest }) => has(dest, 'IE') && wrongRegistration(dest, textOf(dest, 'enderDest', 'UF'))),
];

/** Whether sender and recipient have their address in the same state. */
function sameState({ emit, dest }: Note): boolean {
  return textOf(emit, 'enderEmit', 'UF') === textOf(dest, 'enderDest', 'UF');
}

/** Whether the goods go from and to the parties' own addresses: the note names no other place. */
function goesBetweenPartyAddresses({ infNFe }: Note): boolean {
  return child(infNFe, 'entrega') === undefined && child(infNFe, 'retirada') === undefined;
}

function isAbroad({ ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '3');
}

function stateOfMunicipality(dest: Element | undefined): string | undefined {
  return states[municipality(dest, 'enderDest').slice(0, 2)];
}
