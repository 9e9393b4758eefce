import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { isCnpj, isCpf } from './check-digits.ts';
import type { Note } from './note.ts';
import type { Rule } from './rule.ts';
import { inHomologation, isNfce, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';
import { isStateRegistration } from './state-registration.ts';

const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';
/** State letters by the first two digits of a municipality (IBGE). */
const states: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table.cUF).map(([letters, code]) => [String(code), letters]),
);
const brazil = '1058';
const abroad = '9999999';

const wrongCnpj = (party: Element | undefined): boolean => has(party, 'CNPJ') && !isCnpj(textOf(party, 'CNPJ') ?? '');
const wrongCpf = (party: Element | undefined): boolean => has(party, 'CPF') && !isCpf(textOf(party, 'CPF') ?? '');

/** Group C: the issuer. */
export const issuerRules: readonly Rule[] = [
  noteRule(207, 'C02-10', ({ emit }) => wrongCnpj(emit)),
  noteRule(401, 'C02a-20', ({ emit }) => wrongCpf(emit)),
  noteRule(273, 'C10-20', ({ ide, emit }) => municipality(emit, 'enderEmit').slice(0, 2) !== textOf(ide, 'cUF')),
  noteRule(554, 'C17-30', ({ emit }) => textOf(emit, 'IE') === 'ISENTO'),
  noteRule(
    166,
    'C17-11',
    ({ emit }, { endpoint }) => !has(emit, 'IE') && endpoint.desks.every((d) => d.authorizer !== 'SVRS'),
  ),
  noteRule(209, 'C17-20', ({ emit }) => wrongRegistration(emit, textOf(emit, 'enderEmit', 'UF'))),
];

const ofNfe: readonly Rule[] = [
  noteRule(719, 'E01-10', ({ dest }) => dest === undefined),
  noteRule(724, 'E04-10', ({ dest }) => !has(dest, 'xNome')),
  ...onlyIf(inHomologation, [noteRule(598, 'E04-20', ({ dest }) => textOf(dest, 'xNome') !== homologationName)]),
  noteRule(726, 'E05-10', ({ dest }) => child(dest, 'enderDest') === undefined),
  noteRule(696, 'E16a-40', (note) => isOutside(note) && !isAbroad(note) && textOf(note.ide, 'indFinal') !== '1'),
  noteRule(728, 'E17-20', ({ dest }) => textOf(dest, 'indIEDest') === '1' && !has(dest, 'IE')),
  noteRule(791, 'E17-30', ({ dest }) => textOf(dest, 'indIEDest') === '2' && has(dest, 'IE')),
];

const ofNfce: readonly Rule[] = [
  noteRule(787, 'E01-20', ({ ide, dest }) => textOf(ide, 'indPres') === '4' && dest === undefined),
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
  noteRule(772, 'E12-30', (note) => textOf(note.ide, 'idDest') === '2' && sameState(note) && staysPut(note)),
  noteRule(
    773,
    'E12-40',
    (note) =>
      textOf(note.ide, 'idDest') === '1' && textOf(note.ide, 'indFinal') === '0' && !sameState(note) && staysPut(note),
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

/** Groups GA, X and ZD: who may download the note, who carries it, whose program made it. */
export const thirdPartyRules: readonly Rule[] = [
  noteRule(323, 'GA02-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCnpj)),
  noteRule(325, 'GA03-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCpf)),
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
  noteRule(973, 'ZD02-10', ({ infNFe }) => wrongCnpj(child(infNFe, 'infRespTec'))),
];

/** Whether the recipient pays no ICMS (indIEDest 9). */
export function isOutside({ dest }: Note): boolean {
  return textOf(dest, 'indIEDest') === '9';
}

/** Whether sender and recipient have their address in the same state. */
export function sameState({ emit, dest }: Note): boolean {
  return textOf(emit, 'enderEmit', 'UF') === textOf(dest, 'enderDest', 'UF');
}

/** Whether nothing but the parties' own addresses says where the goods go from and to. */
function staysPut({ infNFe }: Note): boolean {
  return child(infNFe, 'entrega') === undefined && child(infNFe, 'retirada') === undefined;
}

function isAbroad({ ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '3');
}

function has(party: Element | undefined, name: string): boolean {
  return (textOf(party, name) ?? '') !== '';
}

function wrongRegistration(party: Element | undefined, state: string | undefined): boolean {
  const registration = textOf(party, 'IE') ?? '';
  return registration !== '' && registration !== 'ISENTO' && !isStateRegistration(registration, state ?? '');
}

function municipality(party: Element | undefined, address: string): string {
  return textOf(party, address, 'cMun') ?? '';
}

function stateOfMunicipality(dest: Element | undefined): string | undefined {
  return states[municipality(dest, 'enderDest').slice(0, 2)];
}
