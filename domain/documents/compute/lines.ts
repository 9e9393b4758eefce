import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refuseAny } from '../../faults.ts';
import type { TaxFault, TaxTrace } from '../../taxation/fields.ts';
import { levelsOf } from '../../taxation/levels/levels.ts';
import { type TaxRecords, withSource } from '../../taxation/levels/records.ts';
import { checkLine, resolveLine } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { type RateTables, shippedRates } from '../../taxation/rate-tables.ts';
import { checkFuelOfOperation } from '../check/fuel-of-operation.ts';
import { checkIssue } from '../check/issue.ts';
import { checkRecipient } from '../check/recipient.ts';
import { checkCreditReversal } from '../check/reversal.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import type { GoodsPayload } from '../payload.ts';
import { consumerOf } from './consumer.ts';
import { computeItem } from './item.ts';
import { linesOf } from './line-amounts.ts';
import { operationOf } from './operation.ts';
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
  const resolved = levels.map(({ levels, taxedBy }, index) => ({
    trace: resolveLine(levels, operation, payload.items[index]?.fuel?.anpCode),
    taxedBy,
  }));
  refuseAny([
    ...faults,
    ...checkRecipient(recipient, operation),
    ...(faults.length === 0 ? checkIssue(input) : []),
    ...resolved.flatMap(({ trace }, index) => checkCreditReversal(payload.items[index], trace, `items[${index}]`)),
    ...resolved.flatMap(({ trace }, index) =>
      checkFuelOfOperation(payload.items[index], trace, operation, `items[${index}]`),
    ),
    ...resolved.flatMap(({ trace, taxedBy }, index) =>
      checkLine(trace, operation, payload.items[index]?.fuel?.anpCode).map((fault) => ({
        code: codeOf(fault.field, trace),
        path: `items[${index}].${fault.field}`,
        message: withSource(fault, trace, taxedBy),
      })),
    ),
  ]);

  const lines = linesOf(payload);
  const items = payload.items.flatMap((item, index) => {
    const [line, resolution] = [lines[index], resolved[index]];
    return line && resolution ? [computeItem({ item, number: index + 1, line, ...resolution }, operation)] : [];
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
