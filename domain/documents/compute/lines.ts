import type { ClientSnapshot } from '../../clients/client-input.ts';
import { type Fault, mergeFaults, refuseAny } from '../../faults.ts';
import { type Decimal, decimal, round2, share, zero } from '../../money.ts';
import { adjustmentKindOf } from '../../taxation/adjustments.ts';
import { type EndedTax, endedTaxesOf } from '../../taxation/ended-taxes.ts';
import { tracedText } from '../../taxation/fields.ts';
import type { ImportedLine } from '../../taxation/imports.ts';
import { shippedLawTables } from '../../taxation/law-tables.ts';
import { levelsOf } from '../../taxation/levels/levels.ts';
import { type LineAmounts, resolveLine } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { netPriceBy } from '../../taxation/price.ts';
import { checkResolvedSale, type TaxedLine } from '../check/resolved-sale.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import { partitionOf } from '../icms-partition.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import type { ImportTax } from '../trade.ts';
import { computeItem } from './item.ts';
import { type NoteInput, operationOf, recipientOnNote } from './operation.ts';
import { taxableUnitOf } from './taxable-unit.ts';
import { totalsOf } from './totals.ts';
import { extras, sumOfItems } from './value-before-taxes.ts';

/** The part of a note that depends on its taxes. */
export type ComputedLines = {
  operation: Operation;
  recipient: ClientSnapshot;
  items: ComputedItem[];
  totals: NoteTotals;
};

/**
 * Every line with its taxes, and the totals. The form of the payload is already checked; its `faults` are reported together with new ones.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest
 */
export function computeLines(input: NoteInput, faults: Fault[] = []): ComputedLines {
  const { issuer, payload, rates = shippedLawTables, on } = input;
  const recipient = recipientOnNote(input);
  const operation: Operation = { ...operationOf(issuer, recipient, payload, on), rates };
  const isSound = faults.length === 0;
  const lines = taxedLines(input, operation, isSound ? linesOf(payload) : []);
  refuseAny(mergeFaults(faults, checkResolvedSale({ input, recipient, operation, lines, isSound })));

  const items = lines.flatMap(({ amounts, counted, operation: ofLine, ...line }, index) => {
    if (!amounts) return [];
    const taxableAt = (total: Decimal) => taxableUnitOf({ ...counted, total }, ofLine);
    const netBy = netPriceBy({ item: line.item.priceIncludes, company: issuer.settings.priceIncludes }, ofLine);
    return [computeItem({ ...line, number: index + 1, line: amounts, netBy, taxableAt }, ofLine)];
  });
  return { operation, recipient, items, totals: totalsOf(items) };
}

/** Every line with its taxes resolved; `amounts` is null where `known` has none. */
function taxedLines(
  { payload, records, issuer }: NoteInput,
  operation: Operation,
  known: LineAmounts[],
): (TaxedLine & { endedTaxes: EndedTax[] })[] {
  const { items } = payload;
  const all = levelsOf({ items, records, company: issuer.settings.taxDefaults }, operation);
  return items.flatMap((item, index) => {
    const [of, amounts = null] = [all[index], known[index]];
    if (!of) return [];
    const anpCode = item.fuel?.anpCode;
    const ofLine = { ...operation, ...ownWayOf(item), ...lawOfOrigin(item, payload), ...partitionOf(item, operation) };
    const trace = resolveLine(of.levels, ofLine, anpCode);
    const endedTaxes = endedTaxesOf(of.levels, ofLine);
    const counted = {
      item,
      total: amounts?.total ?? zero,
      ncm: tracedText(trace, 'ncm'),
      cfop: tracedText(trace, 'cfop'),
      anpCode,
      product: records?.items[index]?.product?.units,
    };
    return [
      { item, path: `items[${index}]`, trace, taxedBy: of.taxedBy, endedTaxes, operation: ofLine, amounts, counted },
    ];
  });
}

/** What is particular to the operation of one line: it is a service, or goods that stay in a free trade area. */
function ownWayOf({ issqn, freeTradeArea }: ItemInput): Pick<Operation, 'isService' | 'freeTradeArea'> {
  return { ...(issqn ? { isService: true } : {}), ...(freeTradeArea ? { freeTradeArea } : {}) };
}

/**
 * The values of each line. An amount that only the document gives is shared over the lines by their values less their own discounts; freight and
 * insurance over goods alone. Where all of these values are zero, goods share it equally. The payload's numbers are already checked.
 */
export function linesOf(payload: GoodsPayload): LineAmounts[] {
  const own = payload.items.map((item) => ({ ...ownAmounts(item), ...repeatedRates(item, payload) }));
  const worth = own.map(({ total, discount }) => total.minus(discount));
  // Only goods have freight and insurance.
  const carried = worth.map((value, index) => (payload.items[index]?.issqn ? zero : value));
  const each = payload.items.map(({ issqn }) => (issqn ? zero : one));
  const shared = extras
    .filter((extra) => sumOfItems(payload.items, extra).isZero())
    .map(({ name, whole }) => {
      const weights = name === 'freight' || name === 'insurance' ? carried : worth;
      const isWorthless = weights.every((weight) => weight.isZero());
      return { name, parts: share(decimal(whole(payload)), isWorthless ? each : weights) };
    });
  return own.map((line, index) =>
    shared.reduce((sofar, { name, parts }) => ({ ...sofar, [name]: parts[index] ?? zero }), line),
  );
}

const one = decimal('1');

function ownAmounts(item: ItemInput): LineAmounts {
  const { quantity, unitValue, freight, insurance, discount, otherCosts, importTax } = item;
  return {
    total: round2(decimal(quantity).times(decimal(unitValue))),
    freight: decimal(freight),
    insurance: decimal(insurance),
    discount: decimal(discount),
    otherCosts: decimal(otherCosts),
    ...(importTax ? { imported: importedOf(importTax) } : {}),
  };
}

function importedOf({ base, customsExpenses, value, icmsBase }: ImportTax): ImportedLine {
  return {
    customsValue: decimal(base),
    duty: decimal(value),
    customsExpenses: decimal(customsExpenses),
    icmsBase: icmsBase ? decimal(icmsBase) : null,
  };
}

/** Returns, and notes of credit about goods that were sold, use the rates of the sale: those of the month in its access key. */
function repeatedRates({ referencedItem }: ItemInput, payload: GoodsPayload): Pick<LineAmounts, 'ratesOn'> {
  const repeats = payload.purpose === 'RETURN' || adjustmentKindOf(payload)?.repeatsRates;
  const key = referencedItem?.accessKey ?? payload.referencedAccessKey;
  return repeats && key ? { ratesOn: firstDayOf(key) } : {};
}

/**
 * PIS, COFINS and IPI of returns, complements, adjustments, and notes of credit that repeat a sale's rates follow the law of the month in which the
 * note they refer to was issued.
 */
function lawOfOrigin({ referencedItem }: ItemInput, payload: GoodsPayload): Pick<Operation, 'lawOf'> {
  const { purpose, referencedAccessKey, referencedDocuments } = payload;
  const goesBack = mending.has(purpose ?? 'NORMAL') || adjustmentKindOf(payload)?.repeatsRates;
  if (!goesBack) return {};
  const keys = [referencedItem?.accessKey ?? referencedAccessKey ?? referencedDocuments ?? []].flat();
  const [earliest] = keys.map(firstDayOf).sort();
  return earliest ? { lawOf: earliest } : {};
}

const mending: ReadonlySet<string> = new Set([
  'RETURN',
  'COMPLEMENTARY',
  'ADJUSTMENT',
] satisfies Operation['purpose'][]);

/** First day of the month in an access key, as `2026-11-01`. */
function firstDayOf(accessKey: string): string {
  return `20${accessKey.slice(2, 4)}-${accessKey.slice(4, 6)}-01`;
}
