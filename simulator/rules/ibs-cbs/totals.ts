import { Decimal } from 'decimal.js';
import { child, textOf } from '../../xml/element.ts';
import { amount, sum } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isOneOf, itemRule, noteRule, onlyIf } from '../rule.ts';

const zero = new Decimal(0);
const billedByMaker = '2';

/** Code, path of the total, and path of the same value in an item's IBSCBS. */
const sums: readonly (readonly [number, readonly string[], readonly string[]])[] = [
  [1076, ['vBCIBSCBS'], ['gIBSCBS', 'vBC']],
  [1077, ['gIBS', 'gIBSUF', 'vDif'], ['gIBSCBS', 'gIBSUF', 'gDif', 'vDif']],
  [1078, ['gIBS', 'gIBSUF', 'vDevTrib'], ['gIBSCBS', 'gIBSUF', 'gDevTrib', 'vDevTrib']],
  [1080, ['gIBS', 'gIBSUF', 'vIBSUF'], ['gIBSCBS', 'gIBSUF', 'vIBSUF']],
  [1081, ['gIBS', 'gIBSMun', 'vDif'], ['gIBSCBS', 'gIBSMun', 'gDif', 'vDif']],
  [1082, ['gIBS', 'gIBSMun', 'vDevTrib'], ['gIBSCBS', 'gIBSMun', 'gDevTrib', 'vDevTrib']],
  [1084, ['gIBS', 'gIBSMun', 'vIBSMun'], ['gIBSCBS', 'gIBSMun', 'vIBSMun']],
  [1085, ['gIBS', 'vIBS'], ['gIBSCBS', 'vIBS']],
  [1086, ['gIBS', 'vCredPres'], ['gCredPresOper', 'gIBSCredPres', 'vCredPres']],
  [1088, ['gCBS', 'vDif'], ['gIBSCBS', 'gCBS', 'gDif', 'vDif']],
  [1089, ['gCBS', 'vDevTrib'], ['gIBSCBS', 'gCBS', 'gDevTrib', 'vDevTrib']],
  [1091, ['gCBS', 'vCBS'], ['gIBSCBS', 'gCBS', 'vCBS']],
  [1087, ['gCBS', 'vCredPres'], ['gCredPresOper', 'gCBSCredPres', 'vCredPres']],
  [1092, ['gMono', 'vIBSMono'], ['gIBSCBSMono', 'vTotIBSMonoItem']],
  [1093, ['gMono', 'vCBSMono'], ['gIBSCBSMono', 'vTotCBSMonoItem']],
  [1176, ['gEstornoCred', 'vIBSEstCred'], ['gEstornoCred', 'vIBSEstCred']],
  [1177, ['gEstornoCred', 'vCBSEstCred'], ['gEstornoCred', 'vCBSEstCred']],
];

/** Groups VB and W of the reform: value of each item, and totals of IBS and CBS. */
export const ibsCbsTotalRules: readonly Rule[] = [
  itemRule(
    1137,
    'VB01-05',
    (item) => child(item.ibsCbs, 'gIBSCBS') !== undefined && child(item.det, 'vItem') === undefined,
  ),
  itemRule(1105, 'VB01-10', (item) => child(item.det, 'vItem') !== undefined && !isItemValue(item)),
  noteRule(1118, 'W34-10', (note) => totals(note) !== undefined && !note.items.some(({ ibsCbs }) => ibsCbs)),
  noteRule(1119, 'W34-20', (note) => totals(note) === undefined && note.items.some(({ ibsCbs }) => ibsCbs)),
  ...onlyIf(
    (note) => totals(note) !== undefined,
    sums.map(([cStat, total, item]) =>
      noteRule(
        cStat,
        `W ${total.join('/')}`,
        (note) => !amount(totals(note), ...total).eq(sum(note.items.map(({ ibsCbs }) => amount(ibsCbs, ...item)))),
      ),
    ),
  ),
  noteRule(1004, 'W60-05', (note) => totals(note) !== undefined && child(note.total, 'vNFTot') === undefined),
  noteRule(
    1094,
    'W60-10',
    ({ total, items }) =>
      child(total, 'vNFTot') !== undefined &&
      !amount(total, 'vNFTot').eq(sum(items.map(({ det }) => amount(det, 'vItem')))),
  ),
];

function totals({ total }: Note): ReturnType<typeof child> {
  return child(total, 'IBSCBSTot');
}

/**
 * Whether vItem is right. The new taxes are never added to it: until the end of 2026 they are outside the price, and from 2027 on vProd
 * contains them (NT 2026.008 v1.00, VB01-10 and VB01-20). For a vehicle that its maker bills to the consumer, what is retained for the
 * dealer is not added either.
 */
function isItemValue(item: Item): boolean {
  const { det, product, taxes, icms } = item;
  const counted = isOneOf(product, 'indTot', '1') ? product : undefined;
  const retained = isBilledByMaker(item)
    ? []
    : [
        ...['vICMSST', 'vFCPST', 'vICMSMonoReten'].map((name) => amount(icms, name)),
        amount(det, 'impostoDevol', 'IPI', 'vIPIDevol'),
      ];
  const added: Decimal[] = [
    amount(counted, 'vProd'),
    ...['vFrete', 'vSeg', 'vOutro'].map((name) => amount(product, name)),
    amount(taxes, 'II', 'vII'),
    amount(taxes, 'IPI', 'IPITrib', 'vIPI'),
    ...(textOf(taxes, 'PISST', 'indSomaPISST') === '1' ? [amount(taxes, 'PISST', 'vPIS')] : []),
    ...(textOf(taxes, 'COFINSST', 'indSomaCOFINSST') === '1' ? [amount(taxes, 'COFINSST', 'vCOFINS')] : []),
    ...retained,
  ];
  const exempted = isOneOf(icms, 'indDeduzDeson', '1') ? amount(icms, 'vICMSDeson') : zero;
  return amount(det, 'vItem').eq(sum(added).minus(amount(product, 'vDesc')).minus(exempted));
}

function isBilledByMaker({ product }: Item): boolean {
  return textOf(product, 'veicProd', 'tpOp') === billedByMaker;
}
