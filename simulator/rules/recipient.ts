import { child, textOf } from '../xml/element.ts';
import { recipientAbroadRules } from './foreign-trade/recipient-abroad.ts';
import { freeZoneRules } from './free-zone.ts';
import { stateOfMunicipality } from './municipalities.ts';
import type { Note } from './note.ts';
import { has, paysNoIcms, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { placeOfOperationRules } from './place-of-operation.ts';
import { abroad, placesOf } from './places.ts';
import type { Rule } from './rule.ts';
import { inHomologation, isNfce, isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';
const brazil = '1058';

const ofNfe: readonly Rule[] = [
  noteRule(719, 'E01-10', ({ dest }) => dest === undefined),
  noteRule(724, 'E04-10', ({ dest }) => !has(dest, 'xNome')),
  ...onlyIf(inHomologation, [noteRule(598, 'E04-20', ({ dest }) => textOf(dest, 'xNome') !== homologationName)]),
  noteRule(726, 'E05-10', ({ dest }) => child(dest, 'enderDest') === undefined),
  noteRule(
    696,
    'E16a-40',
    (note) =>
      paysNoIcms(note) && !isAbroad(note) && textOf(note.ide, 'tpNF') === '1' && textOf(note.ide, 'indFinal') !== '1',
  ),
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

const addressRules: readonly Rule[] = [
  noteRule(
    275,
    'E10-20',
    (note) =>
      placesOf(note).recipient !== abroad &&
      stateOfMunicipality(child(note.dest, 'enderDest')) !== placesOf(note).recipient,
  ),
  ...placeOfOperationRules,
  noteRule(
    511,
    'E14-20',
    (note) =>
      !isAbroad(note) &&
      !has(note.dest, 'idEstrangeiro') &&
      (textOf(note.dest, 'enderDest', 'cPais') ?? brazil) !== brazil,
  ),
];

/** Group E: the recipient. */
export const recipientRules: readonly Rule[] = [
  ...onlyIf(isNfe, ofNfe.slice(0, 1)),
  noteRule(208, 'E02-10', ({ dest }) => wrongCnpj(dest)),
  noteRule(237, 'E03-10', ({ dest }) => wrongCpf(dest)),
  ...onlyIf(isNfe, ofNfe.slice(1)),
  ...onlyIf(isNfce, ofNfce),
  ...recipientAbroadRules,
  ...onlyIf(({ dest }) => child(dest, 'enderDest') !== undefined, addressRules),
  noteRule(210, 'E17-50', ({ dest }) => has(dest, 'IE') && wrongRegistration(dest, textOf(dest, 'enderDest', 'UF'))),
  ...freeZoneRules,
];

function isAbroad({ ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '3');
}
