import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Fault } from '../../faults.ts';
import { checkRates } from '../../taxation/check-rates.ts';
import { type TaxFault, type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { type TaxedBy, withSource } from '../../taxation/levels/records.ts';
import { checkLine, type LineAmounts, operationValue } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { NoteInput } from '../compute/operation.ts';
import { checkTaxableUnit, inTaxUnit, taxableUnitOf, type UnitBasis, unitRatesOf } from '../compute/taxable-unit.ts';
import type { ItemInput } from '../payload.ts';
import { checkCreditReversal } from './adjustment.ts';
import { checkContributionsSt } from './contribution-st.ts';
import { checkFreeTradeLine, checkIssuerInArea } from './free-trade-area.ts';
import { checkFuelOfOperation } from './fuel.ts';
import { checkGovernmentBuyer } from './government-purchase.ts';
import { checkPartedIcms } from './icms-partition.ts';
import { checkPurpose } from './purpose.ts';
import { checkIssuerOfServices } from './issqn.ts';
import { checkMovementAt } from './movement.ts';
import { checkOwnAmounts } from './own-amounts.ts';
import { checkConsumerReferences } from './consumer-references.ts';
import {
  checkExemptTaxpayer,
  checkFreeZone,
  checkPlaceOfOperation,
  checkRecipient,
  checkRecipientAddress,
} from './parties.ts';
import { checkCreditOfLine } from './presumed-credit.ts';
import { checkLabelOf } from './print-form.ts';
import { checkCfopReferences } from './references.ts';
import { checkIpiTwice } from './returns.ts';
import { checkCaneMonth } from './farm-goods.ts';
import { checkTradeOfLine, checkTradeOnRoute } from './trade.ts';
import { checkUnregistered } from './unregistered.ts';
import { checkWithheldOn } from './withheld-taxes.ts';

/** A line whose taxes are resolved and not computed yet; `path` is its own (`items[0]`). */
export type TaxedLine = {
  item: ItemInput;
  path: string;
  trace: TaxTrace;
  taxedBy: TaxedBy;
  /** The sale's operation, with what is particular to this line. */
  operation: Operation;
  /** Null while the sale has faults of form. */
  amounts: LineAmounts | null;
  counted: UnitBasis;
};

export type ResolvedSale = {
  input: NoteInput;
  /** The client as the note prints it. */
  recipient: ClientSnapshot;
  operation: Operation;
  lines: TaxedLine[];
  /** Whether the payload has no fault of form: some checks need valid numbers and keys. */
  isSound: boolean;
};

/** Faults of a sale by its parties, its operation, the day of issue and its resolved taxes. */
export function checkResolvedSale({ input, recipient, operation, lines, isSound }: ResolvedSale): Fault[] {
  const { payload, issuer } = input;
  const traces = lines.map(({ trace }) => trace);
  const retained = lines.map(({ trace, item }) => ({ trace, retainedSt: item.retainedSt }));
  const cfops = traces.map((trace) => tracedText(trace, 'cfop'));
  return [
    ...checkRecipientAddress(recipient),
    ...checkRecipient(recipient, operation),
    ...checkPlaceOfOperation({ payload, client: recipient, operation }),
    ...(isSound ? checkPurpose(input) : []),
    ...(isSound ? checkMovementAt(payload, { on: input.on, state: issuer.settings.address.state }) : []),
    ...(isSound ? checkGovernmentBuyer(payload, recipient, operation) : []),
    ...(isSound ? checkWithheldOn(payload, operation) : []),
    ...(isSound ? checkCaneMonth(payload, operation.date) : []),
    ...checkUnregistered(lines, issuer, operation),
    ...checkIssuerOfServices(payload, issuer),
    ...checkIssuerInArea(payload, issuer),
    ...lines.flatMap((line) => checkFreeTradeLine(line, { issuer, recipient })),
    ...checkExemptTaxpayer(recipient, operation, retained),
    ...checkFreeZone(recipient, operation, traces),
    ...(isSound ? checkTradeOnRoute({ payload, issuer, recipient, operation }) : []),
    ...lines.flatMap(({ item, trace, path }) => checkCreditReversal(item, trace, path)),
    ...lines.flatMap(checkDonation),
    ...lines.flatMap((line) => checkCreditOfLine(line, operation, issuer.settings.address.municipalityCode)),
    ...lines.flatMap(checkAmountsOfLine),
    ...lines.flatMap(({ item, trace, path }) => checkIpiTwice(item, trace, path)),
    ...checkCfopReferences(payload, cfops),
    ...checkConsumerReferences(payload, cfops, { operation, environment: issuer.environment }),
    ...checkLabelOf(payload, operation),
    ...(isSound ? lines.flatMap(checkFuel) : []),
    ...(isSound ? lines.flatMap((line) => checkTrade(line, payload.presence)) : []),
    ...lines.flatMap(checkTaxes),
  ];
}

/** Faults of the tax amounts that the item gives itself, against its resolved taxes. */
function checkAmountsOfLine({ item, trace, amounts, operation, path }: TaxedLine): Fault[] {
  if (!amounts || checkRates(trace).length > 0) return [];
  return [
    ...checkOwnAmounts(item, { trace, value: operationValue(amounts) }, operation, path),
    ...checkContributionsSt(item, trace, operation, path),
    ...checkPartedIcms(item, trace, operation, path),
  ];
}

/** indDoacao is a field of the group of IBS and CBS (UB14a): a donated line has that group. */
function checkDonation({ item, trace, path }: TaxedLine): Fault[] {
  if (!item.donation || tracedText(trace, 'ibsCbsSituation')) return [];
  const message = 'A doação é dita junto do IBS e da CBS: informe ibsCbsClassification no item, ou não envie donation.';
  return [{ code: 'invalid_taxation', path: `${path}.donation`, message }];
}

function checkFuel({ item, trace, counted, operation, path }: TaxedLine): Fault[] {
  return checkFuelOfOperation(inTaxUnit(item, taxableUnitOf(counted, operation)), trace, operation, path);
}

function checkTrade(line: TaxedLine, presence: string | null | undefined): Fault[] {
  const { operation } = line;
  return [...checkTradeOfLine(line, operation, presence), ...checkTaxableUnit(line.counted, operation, line.path)];
}

function checkTaxes({ item, trace, taxedBy, operation, path }: TaxedLine): Fault[] {
  const unitRates = unitRatesOf(item);
  return checkLine(trace, operation, { anpCode: item.fuel?.anpCode, unitRates }).map((fault) => ({
    code: codeOf(fault.field, trace),
    path: `${path}.${fault.field}`,
    message: withSource(fault, trace, taxedBy),
  }));
}

function codeOf(field: TaxFault['field'], trace: TaxTrace): Fault['code'] {
  if (field === 'cfop') return 'invalid_cfop';
  return field === 'cest' && trace.cest ? 'invalid_cest' : 'invalid_taxation';
}
