import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import { checkRates } from '../../taxation/check-rates.ts';
import { type TaxFault, type TaxTrace, textOf } from '../../taxation/fields.ts';
import { type TaxedBy, withSource } from '../../taxation/levels/records.ts';
import { checkLine, type LineAmounts, operationValue } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { NoteInput } from '../compute/note-input.ts';
import { inTaxUnit } from '../compute/taxable-quantity.ts';
import { checkTaxableUnit, type Counted, taxableUnitOf } from '../compute/taxable-unit.ts';
import type { ItemInput } from '../payload.ts';
import { checkCfopReferences } from './cfop-references.ts';
import { checkExemptTaxpayer } from './exempt-taxpayer.ts';
import { checkFreeZone } from './free-zone.ts';
import { checkFuelOfOperation } from './fuel-of-operation.ts';
import { checkIssue } from './issue.ts';
import { checkPlaceOfOperation } from './place-of-operation.ts';
import { checkRecipient, checkRecipientAddress } from './recipient.ts';
import { checkIpiTwice } from './returned-ipi.ts';
import { checkCreditReversal } from './reversal.ts';
import { checkSaid } from './said-amounts.ts';
import { checkTradeOfLine } from './trade-of-line.ts';
import { checkTradeOnRoute } from './trade-on-route.ts';

/** A line whose taxes are resolved and not computed yet; `path` is its own (`items[0]`). */
export type TaxedLine = {
  item: ItemInput;
  path: string;
  trace: TaxTrace;
  taxedBy: TaxedBy;
  /** Null while the sale's form is at fault. */
  amounts: LineAmounts | null;
  counted: Counted;
};

export type ResolvedSale = {
  input: NoteInput;
  /** The client as the note shows it. */
  recipient: ClientSnapshot;
  operation: Operation;
  lines: TaxedLine[];
  /** Whether nothing stands against its form: what needs sound numbers and keys is judged only then. */
  isSound: boolean;
};

/** Everything that parties, way, day and resolved taxes have against a sale. */
export function checkResolvedSale({ input, recipient, operation, lines, isSound }: ResolvedSale): Fault[] {
  const { payload, issuer } = input;
  const traces = lines.map(({ trace }) => trace);
  const retained = lines.map(({ trace, item }) => ({ trace, retainedSt: item.retainedSt }));
  const cfops = traces.map((trace) => textOf(trace, 'cfop'));
  return [
    ...checkRecipientAddress(recipient),
    ...checkRecipient(recipient, operation),
    ...checkPlaceOfOperation({ payload, client: recipient, operation }),
    ...(isSound ? checkIssue(input) : []),
    ...checkExemptTaxpayer(recipient, operation, retained),
    ...checkFreeZone(recipient, operation, traces),
    ...(isSound ? checkTradeOnRoute({ payload, issuer, recipient, operation }) : []),
    ...lines.flatMap(({ item, trace, path }) => checkCreditReversal(item, trace, path)),
    ...lines.flatMap((line) => checkAmountsSaid(line, operation)),
    ...lines.flatMap(({ item, trace, path }) => checkIpiTwice(item, trace, path)),
    ...checkCfopReferences(payload, cfops),
    ...(isSound ? lines.flatMap((line) => checkFuel(line, operation)) : []),
    ...(isSound ? lines.flatMap((line) => checkTrade(line, operation, payload.presence)) : []),
    ...lines.flatMap((line) => checkTaxes(line, operation)),
  ];
}

/** What the item says of its taxes itself, against what was resolved. */
function checkAmountsSaid({ item, trace, amounts, path }: TaxedLine, operation: Operation): Fault[] {
  if (!amounts || checkRates(trace).length > 0) return [];
  return checkSaid(item, { trace, value: operationValue(amounts) }, operation, path);
}

function checkFuel({ item, trace, counted, path }: TaxedLine, operation: Operation): Fault[] {
  return checkFuelOfOperation(inTaxUnit(item, taxableUnitOf(counted, operation)), trace, operation, path);
}

function checkTrade(line: TaxedLine, operation: Operation, presence: string | null | undefined): Fault[] {
  return [...checkTradeOfLine(line, operation, presence), ...checkTaxableUnit(line.counted, operation, line.path)];
}

function checkTaxes({ item, trace, taxedBy, path }: TaxedLine, operation: Operation): Fault[] {
  return checkLine(trace, operation, item.fuel?.anpCode).map((fault) => ({
    code: codeOf(fault.field, trace),
    path: `${path}.${fault.field}`,
    message: withSource(fault, trace, taxedBy),
  }));
}

function codeOf(field: TaxFault['field'], trace: TaxTrace): Fault['code'] {
  if (field === 'cfop') return 'invalid_cfop';
  return field === 'cest' && trace.cest ? 'invalid_cest' : 'invalid_taxation';
}
