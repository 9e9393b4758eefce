import { child, textOf } from '../../xml/element.ts';
import { cfopOf } from '../cfop/table.ts';
import type { Note } from '../note.ts';
import { has, municipality } from '../party.ts';
import { abroad, consumesIn, placesOf } from '../places.ts';
import type { Rule } from '../rule.ts';
import { isNfe, isOneOf, noteRule, onlyIf } from '../rule.ts';

const brazil = '1058';
const municipalityAbroad = '9999999';
/** Transfer of goods of an exporter to the same exporter's place abroad (NT 2022.002 v1.20, in production since 2026-01-12). */
const transferAbroad = '7552';
const fuelToConsumer = '7667';

const isForeignOperation = ({ ide }: Note): boolean => isOneOf(ide, 'idDest', '3');
const livesAbroad = (note: Note): boolean => placesOf(note).recipient === abroad;

/** Group E: a recipient abroad, and an operation with a foreign country (MOC 7.0 Anexo I, NT 2022.002 v1.20). */
export const recipientAbroadRules: readonly Rule[] = onlyIf(isNfe, [
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

/** Goods that leave the country in words only: the recipient is a company of this country. */
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
