import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, joined, refuseAny } from '../../faults.ts';
import { zero } from '../../money.ts';
import { checkRates } from '../../taxation/check-rates.ts';
import { type TaxFault, type TaxTrace, textOf } from '../../taxation/fields.ts';
import { levelsOf } from '../../taxation/levels/levels.ts';
import { type TaxRecords, withSource } from '../../taxation/levels/records.ts';
import { checkLine, operationValue, resolveLine } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { type RateTables, shippedRates } from '../../taxation/rate-tables.ts';
import { checkExemptTaxpayer } from '../check/exempt-taxpayer.ts';
import { checkFreeZone } from '../check/free-zone.ts';
import { checkFuelOfOperation } from '../check/fuel-of-operation.ts';
import { checkIssue } from '../check/issue.ts';
import { checkPlaceOfOperation } from '../check/place-of-operation.ts';
import { checkRecipient } from '../check/recipient.ts';
import { checkCfopReferences } from '../check/cfop-references.ts';
import { checkIpiTwice } from '../check/returned-ipi.ts';
import type { Origin } from '../check/returned-values.ts';
import { checkCreditReversal } from '../check/reversal.ts';
import { checkSaid } from '../check/said-amounts.ts';
import { checkTradeOfLine } from '../check/trade-of-line.ts';
import { checkTradeOnRoute } from '../check/trade-on-route.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { consumerOf } from './consumer.ts';
import { computeItem } from './item.ts';
import { linesOf } from './line-amounts.ts';
import { operationOf } from './operation.ts';
import { checkTaxableUnit, type Counted, taxableUnitOf } from './taxable-unit.ts';
import { inTaxUnit } from './taxable-quantity.ts';
import { totalsOf } from './totals.ts';

export type NoteInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: GoodsPayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: TaxRecords;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: RateTables;
  /** What is known of the notes that a return gives back; absent where not all of them are known. */
  origins?: Origin[] | undefined;
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
  const lines = faults.length === 0 ? linesOf(payload) : [];
  const counted = (item: ItemInput, index: number): Counted => ({
    item,
    total: lines[index]?.total ?? zero,
    ncm: textOf(resolved[index]?.trace ?? {}, 'ncm'),
    cfop: textOf(resolved[index]?.trace ?? {}, 'cfop'),
    anpCode: item.fuel?.anpCode,
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
  const checkFuel = (item: ItemInput, index: number): Fault[] => {
    const taxed = inTaxUnit(item, taxableUnitOf(counted(item, index), operation));
    return checkFuelOfOperation(taxed, resolved[index]?.trace ?? {}, operation, `items[${index}]`);
  };
  const found: Fault[] = [
    ...checkRecipient(recipient, operation),
    ...checkPlaceOfOperation({ payload, client: recipient, operation }),
    ...(faults.length === 0 ? checkIssue(input) : []),
    ...checkExemptTaxpayer(
      recipient,
      operation,
      resolved.map(({ trace }, index) => ({ trace, retainedSt: payload.items[index]?.retainedSt })),
    ),
    ...checkFreeZone(
      recipient,
      operation,
      resolved.map(({ trace }) => trace),
    ),
    ...(faults.length === 0 ? checkTradeOnRoute({ payload, issuer, recipient, operation }) : []),
    ...resolved.flatMap(({ trace }, index) => checkCreditReversal(payload.items[index], trace, `items[${index}]`)),
    ...(faults.length === 0 ? checkAmountsSaid(payload, resolved, operation) : []),
    ...resolved.flatMap(({ trace }, index) => checkIpiTwice(payload.items[index], trace, `items[${index}]`)),
    ...checkCfopReferences(
      payload,
      resolved.map(({ trace }) => textOf(trace, 'cfop')),
    ),
    ...(faults.length === 0 ? payload.items.flatMap(checkFuel) : []),
    ...(faults.length === 0 ? payload.items.flatMap(checkLineTrade) : []),
    ...resolved.flatMap(({ trace, taxedBy }, index) =>
      checkLine(trace, operation, payload.items[index]?.fuel?.anpCode).map((fault) => ({
        code: codeOf(fault.field, trace),
        path: `items[${index}].${fault.field}`,
        message: withSource(fault, trace, taxedBy),
      })),
    ),
  ];
  refuseAny(joined(faults, found));

  const items = payload.items.flatMap((item, index) => {
    const [line, resolution] = [lines[index], resolved[index]];
    if (!line || !resolution) return [];
    const taxable = taxableUnitOf(counted(item, index), operation);
    return [computeItem({ item, number: index + 1, line, taxable, ...resolution }, operation)];
  });
  return { operation, recipient, items, totals: totalsOf(items) };
}

/** What the items say of their taxes themselves, against what was resolved. The payload's numbers were checked. */
function checkAmountsSaid(payload: GoodsPayload, resolved: { trace: TaxTrace }[], operation: Operation): Fault[] {
  const lines = linesOf(payload);
  return resolved.flatMap(({ trace }, index) => {
    const [item, line] = [payload.items[index], lines[index]];
    if (!item || !line || checkRates(trace).length > 0) return [];
    return checkSaid(item, { trace, value: operationValue(line) }, operation, `items[${index}]`);
  });
}

/** The client as the note shows it. */
export function recipientOf({ payload, client }: Pick<NoteInput, 'payload' | 'client'>): ClientSnapshot {
  return payload.type === 'NFCE' ? consumerOf(client) : client;
}

function codeOf(field: TaxFault['field'], trace: TaxTrace): Fault['code'] {
  if (field === 'cfop') return 'invalid_cfop';
  return field === 'cest' && trace.cest ? 'invalid_cest' : 'invalid_taxation';
}
