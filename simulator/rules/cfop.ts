import table from '../../tables/cfop.json' with { type: 'json' };
import { child, textOf } from '../xml/element.ts';
import { credits, isCredit } from './adjustment.ts';
import { issuedOn, type Item, type Note, taxIdOf } from './note.ts';
import { abroad, consumesIn, goodsStayInOneState, placesOf } from './places.ts';
import { isForConsumers, isNfe, isOneOf, itemRule, noteRule, onlyIf, type Rule } from './rule.ts';

/** A row of the official table of CFOP (IT 2023.002 v2.10); a flag is absent if the table has 0. */
type Operation = {
  /** Whether goods come in: the first digit is 1, 2 or 3. */
  in: boolean;
  /** internal, interstate or abroad, by the first digit. */
  place: string;
  kind: string;
  from: string;
  until?: string;
  /** Whether NF-e and NFC-e may have it at all (indNFe). */
  nfe?: boolean;
  /** Whether consumer notes may have it (I08-150). */
  nfce?: boolean;
  transport?: boolean;
  return?: boolean;
  /** Whether an individual entrepreneur (MEI) may use it for a return (I08-141). */
  meiReturn?: boolean;
  comesBack?: boolean;
  remittance?: boolean;
  /** 1: the item needs the group of fuels; 2: the note also needs the carrier. */
  fuel?: number;
  /** Whether an issuer without state registration may have it (indExcIBSCBS). */
  ibsCbsOnlyIssuer?: boolean;
};

const operations: Readonly<Record<string, Operation | undefined>> = table.cfop;

/** The row of an item's CFOP on the day of issue; undefined if the table has no such code in force. */
export function operationOf(item: Item, note: Note): Operation | undefined {
  return operationNamed(cfopOf(item), issuedOn(note));
}

/** The row of a CFOP that does not stand in an item. The day is AAAA-MM-DD. */
export function operationNamed(cfop: string, day: string): Operation | undefined {
  const found = operations[cfop];
  return found && found.from <= day && day <= (found.until ?? day) ? found : undefined;
}

export function cfopOf({ product }: Item): string {
  return textOf(product, 'CFOP') ?? '';
}

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

/** Whether the item's CFOP is of this place (internal, interstate, abroad) and the note's idDest is not. */
function lies(item: Item, note: Note, place: string, idDest: string): boolean {
  return operationOf(item, note)?.place === place && !isOneOf(note.ide, 'idDest', idDest);
}

function isExit(item: Item): boolean {
  return cfopOf(item).startsWith('7');
}

/**
 * Whether the note is an internal operation with a taxpayer of another state (each state decides whether to refuse it). If delivery or
 * pickup keeps the goods in one state, the operation counts as internal here, as by E12-40: otherwise no idDest would be accepted for it.
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

/** Whether the CFOP is interstate and both parties are of one state (each state decides whether to refuse it; NT 2020.006 v1.31). */
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

const entrepreneur = '4';
/**
 * CFOP of returns of goods that may have been sold without a document that can be named (B25-70, NT 2013.005 v1.20; VC02-14 does not
 * mention such codes).
 */
const unreferenced = ['1201', '1202', '1410', '1411', '5921', '6921'];
/** CFOP for other goods, which a return may also have (I08-140, NT 2026.009 v1.00, in force since 2026-09-17). */
const otherGoodsBack = ['1949', '2949'];
/** CFOP for natural gas that is returned on paper only (Ajuste SINIEF 22/2021). */
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
    // Only SVRS takes notes of such issuers (NT 2026.007 v1.10); other authorizers answer 166, and 229 before the day on which SVRS begins.
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

/** Whether an item may be returned without naming the document that sold it. */
export function mayReturnUnreferenced(item: Item): boolean {
  return unreferenced.includes(cfopOf(item));
}

/** Whether the note is a return, or a credit note for goods that were refused (NT 2025.002 v1.52). */
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

const sale = '102';
const others = '900';

const situations = { ofNfe: [sale, '300', '400', others], ofNfce: [sale, '300'] };
const entrepreneurOperations: Readonly<Record<string, readonly string[] | undefined>> = {
  [sale]: ['5102', '6102'],
  [others]: [
    ...['1202', '1904', '2202', '2904', '5202', '5904', '6202', '6904', '1501', '1503', '1504', '1505', '1506'],
    ...['1553', '2501', '2503', '2504', '2505', '2506', '2553', '5501', '5502', '5504', '5505', '5551', '5933'],
    ...['6501', '6502', '6504', '6505', '6551', '6933'],
  ],
};
const operationOfNfce = '5102';

/** What individual entrepreneurs (MEI) may do within the country: NT 2024.001 v1.20, in production since 2025-04-01. */
export const entrepreneurRules: readonly Rule[] = onlyIf(
  ({ emit, ide }) => isOneOf(emit, 'CRT', entrepreneur) && !isOneOf(ide, 'idDest', '3'),
  [
    ...onlyIf(
      (note) => !isForConsumers(note),
      [
        itemRule(782, 'N12a-80', (item) => !isAmong(situations.ofNfe, item)),
        itemRule(337, 'N12a-90', (item) => entrepreneurOperations[situationOf(item)]?.includes(cfopOf(item)) === false),
      ],
    ),
    ...onlyIf(isForConsumers, [
      itemRule(782, 'N12a-81', (item) => !isAmong(situations.ofNfce, item)),
      itemRule(337, 'N12a-91', (item) => cfopOf(item) !== operationOfNfce),
    ]),
  ],
);

function isAmong(allowed: readonly string[], item: Item): boolean {
  return ['', ...allowed].includes(situationOf(item));
}

function situationOf({ icms }: Item): string {
  return textOf(icms, 'CSOSN') ?? '';
}
