import type { ClientSnapshot } from '../../clients/snapshot.ts';
import { type Fault, joined, refuseAny } from '../../faults.ts';
import { zero } from '../../money.ts';
import { textOf } from '../../taxation/fields.ts';
import { levelsOf } from '../../taxation/levels/levels.ts';
import { type LineAmounts, resolveLine } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { shippedLawTables } from '../../taxation/law-tables.ts';
import { checkResolvedSale, type TaxedLine } from '../check/resolved-sale.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import { consumerOf } from './consumer.ts';
import { computeItem } from './item.ts';
import { linesOf } from './line-amounts.ts';
import type { NoteInput } from './note-input.ts';
import { operationOf } from './operation.ts';
import { taxableUnitOf } from './taxable-unit.ts';
import { totalsOf } from './totals.ts';

/** The part of a note that its taxes decide. */
export type ComputedLines = {
  operation: Operation;
  recipient: ClientSnapshot;
  items: ComputedItem[];
  totals: NoteTotals;
};

/**
 * Every line with its taxes, and what they add up to. The form of the payload is already checked; its `faults` are told with new ones.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest
 */
export function computeLines(input: NoteInput, faults: Fault[] = []): ComputedLines {
  const { issuer, payload, rates = shippedLawTables, on } = input;
  const recipient = recipientOf(input);
  const operation: Operation = { ...operationOf(issuer, recipient, payload, on), rates };
  const isSound = faults.length === 0;
  const lines = taxedLines(input, operation, isSound ? linesOf(payload) : []);
  refuseAny(joined(faults, checkResolvedSale({ input, recipient, operation, lines, isSound })));

  const items = lines.flatMap(({ item, trace, taxedBy, amounts, counted }, index) => {
    if (!amounts) return [];
    const taxable = taxableUnitOf(counted, operation);
    return [computeItem({ item, number: index + 1, line: amounts, taxable, trace, taxedBy }, operation)];
  });
  return { operation, recipient, items, totals: totalsOf(items) };
}

/** Every line with its taxes resolved, and with its amounts where they are known. */
function taxedLines({ payload, records, issuer }: NoteInput, operation: Operation, known: LineAmounts[]): TaxedLine[] {
  const { items } = payload;
  const all = levelsOf({ items, records, company: issuer.settings.taxDefaults }, operation);
  return items.flatMap((item, index) => {
    const [of, amounts = null] = [all[index], known[index]];
    if (!of) return [];
    const anpCode = item.fuel?.anpCode;
    const trace = resolveLine(of.levels, operation, anpCode);
    const counted = {
      item,
      total: amounts?.total ?? zero,
      ncm: textOf(trace, 'ncm'),
      cfop: textOf(trace, 'cfop'),
      anpCode,
      product: records?.items[index]?.product?.units,
    };
    return [{ item, path: `items[${index}]`, trace, taxedBy: of.taxedBy, amounts, counted }];
  });
}

/** The client as the note shows it. */
export function recipientOf({ payload, client }: Pick<NoteInput, 'payload' | 'client'>): ClientSnapshot {
  return payload.type === 'NFCE' ? consumerOf(client) : client;
}
