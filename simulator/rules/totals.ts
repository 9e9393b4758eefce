import type { Decimal } from 'decimal.js';
import { child, children, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import type { Item, Note } from './note.ts';
import type { Rule } from './rule.ts';
import { noteRule } from './rule.ts';

type Of = (item: Item) => Decimal;

const icms =
  (name: string): Of =>
  (item) =>
    amount(item.icms, name);
const product =
  (name: string): Of =>
  (item) =>
    amount(item.product, name);
const destination =
  (name: string): Of =>
  (item) =>
    amount(item.taxes, 'ICMSUFDest', name);

/** Group W, first part: each total of the note compared with the sum of its items. */
const sums: readonly (readonly [number, string, string, Of])[] = [
  [531, 'W03-10', 'vBC', icms('vBC')],
  [532, 'W04-10', 'vICMS', icms('vICMS')],
  [795, 'W04a-10', 'vICMSDeson', icms('vICMSDeson')],
  [798, 'W04c-10', 'vFCPUFDest', destination('vFCPUFDest')],
  [799, 'W04e-10', 'vICMSUFDest', destination('vICMSUFDest')],
  [800, 'W04g-10', 'vICMSUFRemet', destination('vICMSUFRemet')],
  [861, 'W04b-10', 'vFCP', icms('vFCP')],
  [533, 'W05-10', 'vBCST', icms('vBCST')],
  [534, 'W06-10', 'vST', icms('vICMSST')],
  [862, 'W06a-10', 'vFCPST', icms('vFCPST')],
  [859, 'W06b-10', 'vFCPSTRet', icms('vFCPSTRet')],
  [564, 'W07-10', 'vProd', (item) => amount(inTotal(item) && !isService(item) ? item.product : undefined, 'vProd')],
  [535, 'W08-10', 'vFrete', product('vFrete')],
  [536, 'W09-10', 'vSeg', product('vSeg')],
  [537, 'W10-10', 'vDesc', product('vDesc')],
  [601, 'W11-10', 'vII', (item) => amount(item.taxes, 'II', 'vII')],
  [538, 'W12-10', 'vIPI', (item) => amount(item.taxes, 'IPI', 'IPITrib', 'vIPI')],
  [863, 'W12a-10', 'vIPIDevol', (item) => amount(item.det, 'impostoDevol', 'IPI', 'vIPIDevol')],
  [602, 'W13-10', 'vPIS', (item) => contribution(item, 'PIS')],
  [603, 'W14-10', 'vCOFINS', (item) => contribution(item, 'COFINS')],
  [604, 'W15-10', 'vOutro', product('vOutro')],
];

/** Group W: totals compared with the items, and the total of the note with its parts. */
export const totalRules: readonly Rule[] = [
  ...sums.map(([cStat, id, name, of]) =>
    noteRule(cStat, id, ({ icmsTotal, items }) => !amount(icmsTotal, name).eq(sum(items.map(of)))),
  ),
  noteRule(610, 'W16-10', (note) => !isImport(note) && !addsUp(note)),
  noteRule(
    685,
    'W16a-10',
    ({ icmsTotal, items }) =>
      child(icmsTotal, 'vTotTrib') !== undefined &&
      !amount(icmsTotal, 'vTotTrib').eq(sum(items.map(({ taxes }) => amount(taxes, 'vTotTrib')))),
  ),
  noteRule(605, 'W18-10', ({ total, items }) => {
    const services = items.filter(isService).map(({ product: sold }) => amount(sold, 'vProd'));
    return !amount(total, 'ISSQNtot', 'vServ').eq(sum(services));
  }),
];

const parts = ['vProd', 'vICMSMonoReten', 'vFrete', 'vSeg', 'vOutro', 'vII', 'vIPI'];
/** Totals that the maker of a vehicle does not charge the buyer when it bills him directly. */
const partsUnlessInvoicedDirectly = ['vST', 'vFCPST', 'vIPIDevol'];

/** Whether vNF is the sum of its parts. Exempted ICMS lowers it only for items that say so (indDeduzDeson; NT 2023.004 v1.20). */
function addsUp(note: Note): boolean {
  const { icmsTotal, total, items } = note;
  const of = (name: string): Decimal => amount(icmsTotal, name);
  const substitution = items.map(({ taxes }) =>
    sum([addedTo(taxes, 'PISST', 'vPIS', 'indSomaPISST'), addedTo(taxes, 'COFINSST', 'vCOFINS', 'indSomaCOFINSST')]),
  );
  const whole = sum([
    ...[...parts, ...(isVehicleInvoicedDirectly(note) ? [] : partsUnlessInvoicedDirectly)].map(of),
    amount(total, 'ISSQNtot', 'vServ'),
    ...substitution,
  ]);
  const exempted = sum(items.map(({ icms: group }) => amount(isDeducted(group) ? group : undefined, 'vICMSDeson')));
  return of('vNF').eq(whole.minus(of('vDesc')).minus(exempted));
}

function isDeducted(group: Item['icms']): boolean {
  return textOf(group, 'indDeduzDeson') === '1';
}

function addedTo(taxes: Item['taxes'], name: string, value: string, flag: string): Decimal {
  const tax = child(taxes, name);
  return amount(textOf(tax, flag) === '1' ? tax : undefined, value);
}

function contribution({ taxes, ...item }: Item, name: 'PIS' | 'COFINS'): Decimal {
  if (isService({ taxes, ...item })) return amount(undefined);
  return sum(children(child(taxes, name)?.children[0], `v${name}`).map((value) => amount(value)));
}

function isService({ taxes }: Item): boolean {
  return child(taxes, 'ISSQN') !== undefined;
}

function inTotal({ product: sold }: Item): boolean {
  return textOf(sold, 'indTot') === '1';
}

function isImport({ items }: Note): boolean {
  return items.some(({ product: sold }) => textOf(sold, 'CFOP')?.startsWith('3'));
}

function isVehicleInvoicedDirectly({ items }: Note): boolean {
  return items.some(({ product: sold }) => textOf(sold, 'veicProd', 'tpOp') === '2');
}
