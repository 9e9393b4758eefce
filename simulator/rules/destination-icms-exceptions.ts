import { accessKey } from '../register/access-key.ts';
import { child, children, textOf } from '../xml/element.ts';
import { referenceOf } from './adjustment.ts';
import { cfopOf, operationOf } from './cfop/table.ts';
import type { Item, Note } from './note.ts';
import { placesOf } from './places.ts';
import { isOneOf } from './rule.ts';

const simples = ['1', '4'];
const otherPurposes = ['2', '3', '5', '6'];
const exemptOperations = ['6552', '6922', '6929'];
const untaxed = { CST: ['40', '41'], CSOSN: ['103', '300', '400'] };
/** Year and month of the first notes that could have the group. */
const groupSince = '1601';
const paymentReceived = '2';
/** Fuels (ANP) that are not made of petroleum, which are not excepted. */
const notOfPetroleum = [
  ...['820101001', '820101010', '810102001', '810102004', '810102002', '810102003', '810101002', '810101001'],
  ...['810101003', '220101003', '220101004', '220101002', '220101001', '220101005', '220101006', '560101001'],
];

/** What needs no group of the destination's ICMS though it is sold to a consumer there (NA01-20; NT 2025.002 v1.34). */
export function isExempt(item: Item, note: Note): boolean {
  return isExemptNote(note) || isExemptItem(item, note);
}

/** Whether an item is fuel made of petroleum, whose tax is due to the destination as a whole. */
export function isOfPetroleum({ product }: Item): boolean {
  const fuel = textOf(product, 'comb', 'cProdANP');
  return fuel !== undefined && !notOfPetroleum.includes(fuel);
}

function isExemptNote(note: Note): boolean {
  const { emit, ide } = note;
  const { delivery, issuer } = placesOf(note);
  return (
    isOneOf(emit, 'CRT', ...simples) ||
    isOneOf(ide, 'finNFe', ...otherPurposes) ||
    textOf(ide, 'gCompraGov', 'tpOperGov') === paymentReceived ||
    delivery === issuer ||
    returnsOldGoods(note)
  );
}

function isExemptItem(item: Item, note: Note): boolean {
  const { taxes, icms } = item;
  const operation = operationOf(item, note);
  return (
    child(taxes, 'ISSQN') !== undefined ||
    icms?.name === 'ICMSPart' ||
    isOfPetroleum(item) ||
    isOneOf(icms, 'CST', ...untaxed.CST) ||
    isOneOf(icms, 'CSOSN', ...untaxed.CSOSN) ||
    operation?.comesBack === true ||
    operation?.remittance === true ||
    exemptOperations.includes(cfopOf(item))
  );
}

/** Whether the note returns goods of a note of before the group. */
function returnsOldGoods({ ide, items }: Note): boolean {
  const whole = children(ide, 'NFref').map((one) => textOf(one, 'refNFe') ?? '');
  const byItem = items.map((item) => referenceOf(item)?.chNFe ?? '');
  return (
    isOneOf(ide, 'finNFe', '4') &&
    [...whole, ...byItem].some((key) => (accessKey(key)?.month ?? groupSince) < groupSince)
  );
}
