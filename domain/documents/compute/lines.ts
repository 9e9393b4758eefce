import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refuseAny } from '../../faults.ts';
import { zero } from '../../money.ts';
import { type TaxFault, type TaxTrace, textOf } from '../../taxation/fields.ts';
import { levelsOf } from '../../taxation/levels/levels.ts';
import { type TaxRecords, withSource } from '../../taxation/levels/records.ts';
import { checkLine, resolveLine } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { type RateTables, shippedRates } from '../../taxation/rate-tables.ts';
import { checkIssue } from '../check/issue.ts';
import { checkRecipient } from '../check/recipient.ts';
import { checkCreditReversal } from '../check/reversal.ts';
import { checkTradeOfLine } from '../check/trade-of-line.ts';
import { checkTradeOnRoute } from '../check/trade-on-route.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { consumerOf } from './consumer.ts';
import { computeItem } from './item.ts';
import { linesOf } from './line-amounts.ts';
import { operationOf } from './operation.ts';
import { checkTaxableUnit, type Counted, taxableUnitOf } from './taxable-unit.ts';
import { totalsOf } from './totals.ts';

export type NoteInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: GoodsPayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: TaxRecords;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: RateTables;
  /** Instant of issue: rates and due dates are judged on this day of the issuer's clock. */
  on: Date;
};

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
  const { issuer, payload, records, rates = shippedRates, on } = input;
  const recipient = recipientOf(input);
  const operation: Operation = { ...operationOf(issuer, recipient, payload, on), rates };
  const levels = levelsOf({ items: payload.items, records, company: issuer.settings.taxDefaults }, operation);
  const resolved = levels.map(({ levels, taxedBy }) => ({ trace: resolveLine(levels, operation), taxedBy }));
  const lines = faults.length === 0 ? linesOf(payload) : [];
  const counted = (item: ItemInput, index: number): Counted => ({
    item,
    total: lines[index]?.total ?? zero,
    ncm: textOf(resolved[index]?.trace ?? {}, 'ncm'),
    cfop: textOf(resolved[index]?.trace ?? {}, 'cfop'),
    product: records?.items[index]?.product?.units,
  });
  const checkLineTrade = (item: ItemInput, index: number): Fault[] => [
    ...checkTradeOfLine(
      { item, trace: resolved[index]?.trace ?? {}, path: `items[${index}]` },
      operation,
      payload.presence,
    ),
    ...checkTaxableUnit(counted(item, index), operation, `items[${index}]`),
  ];
  refuseAny([
    ...faults,
    ...checkRecipient(recipient, operation),
    ...(faults.length === 0 ? checkIssue(input) : []),
    ...(faults.length === 0 ? checkTradeOnRoute({ payload, issuer, recipient, operation }) : []),
    ...resolved.flatMap(({ trace }, index) => checkCreditReversal(payload.items[index], trace, `items[${index}]`)),
    ...(faults.length === 0 ? payload.items.flatMap(checkLineTrade) : []),
    ...resolved.flatMap(({ trace, taxedBy }, index) =>
      checkLine(trace, operation).map((fault) => ({
        code: codeOf(fault.field, trace),
        path: `items[${index}].${fault.field}`,
        message: withSource(fault, trace, taxedBy),
      })),
    ),
  ]);

  const items = payload.items.flatMap((item, index) => {
    const [line, resolution] = [lines[index], resolved[index]];
    if (!line || !resolution) return [];
    const taxable = taxableUnitOf(counted(item, index), operation);
    return [computeItem({ item, number: index + 1, line, taxable, ...resolution }, operation)];
  });
  return { operation, recipient, items, totals: totalsOf(items) };
}

/** The client as the note shows it. */
export function recipientOf({ payload, client }: Pick<NoteInput, 'payload' | 'client'>): ClientSnapshot {
  return payload.type === 'NFCE' ? consumerOf(client) : client;
}

function codeOf(field: TaxFault['field'], trace: TaxTrace): Fault['code'] {
  if (field === 'cfop') return 'invalid_cfop';
  return field === 'cest' && trace.cest ? 'invalid_cest' : 'invalid_taxation';
}
