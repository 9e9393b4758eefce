import { child, textOf } from '../../xml/element.ts';
import { taxIdOf } from '../note.ts';
import type { Item, Note } from '../note.ts';
import { abroad, consumesIn, goodsStayInOneState, placesOf } from '../places.ts';
import type { Rule } from '../rule.ts';
import { isNfe, isOneOf, itemRule, noteRule, onlyIf } from '../rule.ts';
import { cfopOf, operationOf } from './table.ts';

const adjustment = '3';
const adjusted = '6206';
const fuelToForeigner = '6667';
const atTheCounter = '1';
const noFreight = '9';

/** Group I: a CFOP of the table, and its direction and place against those of the note (MOC 7.0 Anexo I, I08-04 to I08-94). */
export const directionRules: readonly Rule[] = [
  itemRule(770, 'I08-04', (item, note) => operationOf(item, note)?.nfe !== true),
  ...onlyIf(isNfe, [
    itemRule(518, 'I08-10', (item, note) => isOneOf(note.ide, 'tpNF', '1') && operationOf(item, note)?.in === true),
    itemRule(519, 'I08-20', (item, note) => isOneOf(note.ide, 'tpNF', '0') && operationOf(item, note)?.in === false),
    itemRule(
      731,
      'I08-30',
      (item, note) => lies(item, note, 'abroad', '3') && !(isExit(item) && consumesIn(item, abroad)),
    ),
    itemRule(732, 'I08-40', (item, note) => lies(item, note, 'interstate', '2')),
    itemRule(733, 'I08-50', (item, note) => lies(item, note, 'internal', '1')),
    noteRule(521, 'I08-70', leavesToTaxpayer),
    itemRule(523, 'I08-90', staysAtHome),
    itemRule(771, 'I08-94', (item, note) => cfopOf(item) !== fuelToForeigner && goesAbroadAsInterstate(note)),
  ]),
];

/** Whether the CFOP is of a place, and the note of another. */
function lies(item: Item, note: Note, place: string, idDest: string): boolean {
  return operationOf(item, note)?.place === place && !isOneOf(note.ide, 'idDest', idDest);
}

function isExit(item: Item): boolean {
  return cfopOf(item).startsWith('7');
}

/**
 * An internal operation with a taxpayer of another state (at the will of each state). Deliveries and pickups that keep the
 * goods in one state are taken as internal here as by E12-40, or no operation with them could have a place.
 */
function leavesToTaxpayer(note: Note): boolean {
  const { issuer, recipient } = placesOf(note);
  const inTheShop =
    isOneOf(note.ide, 'indPres', atTheCounter) && textOf(note.infNFe, 'transp', 'modFrete') === noFreight;
  return (
    isOneOf(note.ide, 'idDest', '1') &&
    isOneOf(note.dest, 'indIEDest', '1') &&
    issuer !== recipient &&
    !goodsStayInOneState(note) &&
    !inTheShop &&
    !note.items.some((item) => consumesIn(item, issuer))
  );
}

/** An interstate CFOP between two of one state (at the will of each state; NT 2020.006 v1.31). */
function staysAtHome(item: Item, note: Note): boolean {
  const { issuer, recipient, delivery, pickup } = placesOf(note);
  const fuel = textOf(item.product, 'comb', 'UFCons');
  return (
    operationOf(item, note)?.place === 'interstate' &&
    issuer === recipient &&
    taxIdOf(note.emit) !== taxIdOf(note.dest) &&
    (fuel ?? issuer) === issuer &&
    !(isOneOf(note.ide, 'finNFe', adjustment) && cfopOf(item) === adjusted) &&
    (delivery ?? issuer) === issuer &&
    (pickup ?? recipient) === recipient
  );
}

function goesAbroadAsInterstate(note: Note): boolean {
  const toForeigner = child(note.dest, 'idEstrangeiro') !== undefined || placesOf(note).recipient === abroad;
  return isOneOf(note.ide, 'idDest', '2') && toForeigner;
}
