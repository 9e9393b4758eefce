import { isSuframa } from '../identifiers.ts';
import { child, textOf } from '../xml/element.ts';
import { cfopOf } from './cfop.ts';
import type { Item, Note } from './note.ts';
import { has, municipality, paysNoIcms, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { abroad, consumesIn, placeOfOperationRules, placesOf, stateOfMunicipality } from './places.ts';
import { inHomologation, isForConsumers, isNfce, isNfe, isOneOf, noteRule, onlyIf, type Rule } from './rule.ts';

const brazil = '1058';
const municipalityAbroad = '9999999';
/** CFOP of a transfer of goods by an exporter to its own place abroad (NT 2022.002 v1.20, in production since 2026-01-12). */
const transferAbroad = '7552';
const fuelToConsumer = '7667';

const isForeignOperation = ({ ide }: Note): boolean => isOneOf(ide, 'idDest', '3');
const livesAbroad = (note: Note): boolean => placesOf(note).recipient === abroad;

/** Group E: a recipient abroad, and an operation with a foreign country (MOC 7.0 Anexo I, NT 2022.002 v1.20). */
const recipientAbroadRules: readonly Rule[] = onlyIf(isNfe, [
  ...onlyIf(isForeignOperation, [
    noteRule(720, 'E03a-10', (note) => child(note.dest, 'idEstrangeiro') === undefined && !mayHaveTaxId(note)),
  ]),
  noteRule(
    721,
    'E03a-20',
    (note) =>
      !isForeignOperation(note) &&
      child(note.dest, 'idEstrangeiro') !== undefined &&
      !isOneOf(note.ide, 'indFinal', '1'),
  ),
  noteRule(925, 'E03a-30', ({ dest }) => child(dest, 'idEstrangeiro') !== undefined && has(dest, 'IE')),
  noteRule(509, 'E10-30', (note) => livesAbroad(note) && municipality(note.dest, 'enderDest') !== municipalityAbroad),
  ...onlyIf(
    (note) => isForeignOperation(note) && !isEquatedToExport(note),
    [
      noteRule(727, 'E12-10', (note) => !livesAbroad(note)),
      noteRule(510, 'E14-10', ({ dest }) => [undefined, brazil].includes(textOf(dest, 'enderDest', 'cPais'))),
      noteRule(790, 'E16a-20', ({ dest }) => !isOneOf(dest, 'indIEDest', '9')),
    ],
  ),
  noteRule(926, 'E14-30', (note) => livesAbroad(note) && textOf(note.dest, 'enderDest', 'cPais') === brazil),
  noteRule(792, 'E17-40', (note) => livesAbroad(note) && has(note.dest, 'IE')),
]);

/** Whether the goods are exported on paper only: the recipient is a company in Brazil. */
function isEquatedToExport(note: Note): boolean {
  return note.items.some((item) => cfopOf(item) === transferAbroad) || fuelsShipAbroad(note);
}

function mayHaveTaxId(note: Note): boolean {
  const inBrazil = textOf(note.dest, 'enderDest', 'cPais') === brazil && has(note.dest, 'CNPJ');
  return note.items.some((item) => cfopOf(item) === transferAbroad) || (fuelsShipAbroad(note) && inBrazil);
}

function fuelsShipAbroad({ items }: Note): boolean {
  return items.some((item) => cfopOf(item) === fuelToConsumer && consumesIn(item, abroad));
}

const states = ['AC', 'AM', 'RO', 'RR'];
/** Macapá and Santana, the only municipalities of Amapá in the area. */
const ofAmapa = ['1600303', '1600600'];

/** A recipient who is registered at SUFRAMA (MOC 7.0 Anexo I, E18-20 and E18-30). */
const freeZoneRules: readonly Rule[] = [
  noteRule(235, 'E18-20', ({ dest }) => has(dest, 'ISUF') && !isSuframa(textOf(dest, 'ISUF') ?? '')),
  noteRule(
    251,
    'E18-30',
    ({ dest }) =>
      has(dest, 'ISUF') &&
      !states.includes(textOf(dest, 'enderDest', 'UF') ?? '') &&
      !ofAmapa.includes(municipality(dest, 'enderDest')),
  ),
];

const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

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

/** An NF-e always names a recipient, who may have no number. */
const ofDelivery: readonly Rule[] = [
  noteRule(787, 'E01-20', (note) => textOf(note.ide, 'indPres') === '4' && isNobody(note)),
];

const ofNfce: readonly Rule[] = [
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
  ...onlyIf(isForConsumers, ofDelivery),
  ...onlyIf(isNfce, ofNfce),
  ...recipientAbroadRules,
  ...onlyIf(({ dest }) => child(dest, 'enderDest') !== undefined, addressRules),
  noteRule(210, 'E17-50', ({ dest }) => has(dest, 'IE') && wrongRegistration(dest, textOf(dest, 'enderDest', 'UF'))),
  ...freeZoneRules,
];

function isNobody({ dest }: Note): boolean {
  return ['CNPJ', 'CPF', 'idEstrangeiro'].every((name) => (textOf(dest, name) ?? '') === '');
}

function isAbroad({ ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '3');
}

/** States that know no taxpayers exempt from registration. */
const everybodyRegisters = [
  ...['AL', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MG', 'MS', 'MT', 'PB', 'PE', 'RJ', 'RN', 'RS', 'SE', 'SP'],
];
const untaxed = { CST: ['40', '41'], CSOSN: ['103', '300', '400'] };

/** E16a-30: recipients exempt from registration (NT 2025.001 v1.03; within the state in production since 2025-10-13). */
export const exemptRecipientRules: readonly Rule[] = onlyIf(isNfe, [
  noteRule(
    805,
    'E16a-30',
    ({ ide, dest, items }) =>
      isOneOf(dest, 'indIEDest', '2') &&
      isOneOf(ide, 'idDest', '1', '2') &&
      everybodyRegisters.includes(textOf(dest, 'enderDest', 'UF') ?? '') &&
      !items.some(isUnderSubstitution) &&
      !items.every(isUntaxed),
  ),
]);

function isUnderSubstitution({ icms }: Item): boolean {
  return child(icms, 'vICMSST') !== undefined || child(icms, 'vICMSSTRet') !== undefined;
}

function isUntaxed({ icms }: Item): boolean {
  return isOneOf(icms, 'CST', ...untaxed.CST) || isOneOf(icms, 'CSOSN', ...untaxed.CSOSN);
}
