import { child, textOf } from '../../xml/element.ts';
import { credits, isCredit } from '../adjustment.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isNfce, isNfe, isOneOf, itemRule, onlyIf } from '../rule.ts';
import { cfopOf, operationOf } from './table.ts';

const entrepreneur = '4';
/** Returns of what may have been sold without a document that can be named (B25-70, NT 2013.005 v1.20; VC02-14 knows no such codes). */
const unreferenced = ['1201', '1202', '1410', '1411', '5921', '6921'];
const simplifiedPrint = '6';
/** Codes for other goods, which a return may have, too (I08-140, NT 2026.009 v1.00, in force since 2026-09-17). */
const otherGoodsBack = ['1949', '2949'];
/** The same for natural gas that is returned in words only (Ajuste SINIEF 22/2021). */
const gasBack = ['5949', '6949'];
const naturalGas = '27112100';

/** Group I: a CFOP against the purpose of the note, its model and its taxes (MOC 7.0 Anexo I, I08-140 to I08-191). */
export const purposeOfOperationRules: readonly Rule[] = [
  ...onlyIf(isNfe, [
    itemRule(327, 'I08-140', (item, note) => bringsBack(note) && !isReturn(item, note)),
    itemRule(
      1179,
      'I08-141',
      (item, note) =>
        bringsBack(note) &&
        isOneOf(note.emit, 'CRT', entrepreneur) &&
        !isOneOf(note.ide, 'idDest', '3') &&
        operationOf(item, note)?.meiReturn !== true,
    ),
    itemRule(328, 'I08-144', (item, note) => !mayBringBack(note) && operationOf(item, note)?.return === true),
  ]),
  itemRule(374, 'I08-160', (item, note) => isService(item, note) && child(item.taxes, 'ISSQN') === undefined),
  itemRule(374, 'I08-170', (item, note) => !isService(item, note) && child(item.taxes, 'ISSQN') !== undefined),
  ...onlyIf(isNfe, [
    itemRule(374, 'I08-171', (item, note) => isService(item, note) && item.icms !== undefined),
    // Only SVRS takes notes of such issuers (NT 2026.007 v1.10, in production since 2026-11-03); the others answer 166.
    itemRule(
      159,
      'I08-191',
      (item, note) =>
        child(note.emit, 'IE') === undefined &&
        !isOneOf(note.ide, 'finNFe', '4') &&
        !isCredit(note, credits.refused) &&
        operationOf(item, note)?.ibsCbsOnlyIssuer !== true,
    ),
  ]),
];

/** Whether the note is one to a consumer by model, or by the small page of an NF-e (NT 2026.002, I08-150). */
export function isForConsumers(note: Note): boolean {
  return isNfce(note) || isOneOf(note.ide, 'tpImp', simplifiedPrint);
}

/** Whether an item may come back without naming the document that it was sold by. */
export function mayReturnUnreferenced(item: Item): boolean {
  return unreferenced.includes(cfopOf(item));
}

/** Returns, and credit notes for goods that come back since they were refused (NT 2025.002 v1.52). */
function bringsBack(note: Note): boolean {
  return isOneOf(note.ide, 'finNFe', '4') || isCredit(note, credits.refused, credits.partlyRefused);
}

function mayBringBack(note: Note): boolean {
  return isOneOf(note.ide, 'finNFe', '2') || bringsBack(note) || isCredit(note, credits.reduced);
}

function isReturn(item: Item, note: Note): boolean {
  const cfop = cfopOf(item);
  const ofGas = gasBack.includes(cfop) && textOf(item.product, 'NCM') === naturalGas;
  return operationOf(item, note)?.return === true || otherGoodsBack.includes(cfop) || ofGas;
}

function isService(item: Item, note: Note): boolean {
  return operationOf(item, note)?.kind === 'service';
}
