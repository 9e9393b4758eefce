import { decimal, percent } from '../../money.ts';
import { numberOf, type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import { shippedLawTables } from '../law-tables.ts';
import type { Operation } from '../operation.ts';
import { periodInForce } from '../rates/schemas.ts';
import { accepts, type FundPeriod } from '../rates/icms.ts';
import { icmsSituations } from './situations.ts';

/**
 * The trace with the rate of the fund against poverty (FCP) from the table, where no level gives one and the state's fund falls on nearly all goods:
 * beside the destination's share, and inside the state on what is charged at the state's own rate. A level gives `0` for goods that the law exempts
 * from the fund.
 */
export function withGeneralFund(trace: TaxTrace, operation: Operation): TaxTrace {
  if (trace.fcpRate) return trace;
  const state = fundState(trace, operation);
  const general = state && fundOf(state, operation)?.general;
  if (!general || !isMeant(general, trace, operation)) return trace;
  return { ...trace, fcpRate: { value: percent(decimal(general.rate)), source: 'TABLE' } };
}

type General = NonNullable<FundPeriod['general']>;

/** Whether the general fund falls on the line. Situation 90 charges only what a level gives. */
function isMeant({ internal }: General, trace: TaxTrace, { finalConsumer }: Operation): boolean {
  if (trace.difalInternalRate) return true;
  const situation = icmsSituations.get(tracedText(trace, 'icmsSituation'));
  return situation?.own === 'CHARGED' && (internal === 'ALL' || finalConsumer);
}

/**
 * The state whose fund the line's own operation pays: the destination where its share is due, else the issuer's state inside that state; null where
 * no fund is paid.
 */
function fundState(trace: TaxTrace, { destination, originState, destinationState }: Operation): string | null {
  if (trace.difalInternalRate) return destinationState;
  const situation = icmsSituations.get(tracedText(trace, 'icmsSituation'));
  const isCharged = situation?.table === 'CST' && (situation.own === 'CHARGED' || situation.own === 'OPTIONAL');
  return destination === '1' && isCharged && trace.icmsRate ? originState : null;
}

/** Rates of the fund that the authority does not accept: of the own operation (rule 874) and by substitution (rule 875). */
export function checkFunds(trace: TaxTrace, operation: Operation): TaxFault[] {
  // Rule 874 compares the rate with the table of the issuer's own state, wherever the goods are.
  const ownOperation = { ...operation, originState: operation.issuerState };
  return [
    ...checkFund('fcpRate', fundState(trace, ownOperation), trace, operation),
    ...checkFund('fcpStRate', trace.icmsStRate ? operation.destinationState : null, trace, operation),
  ];
}

function checkFund(
  field: 'fcpRate' | 'fcpStRate',
  state: string | null,
  trace: TaxTrace,
  operation: Operation,
): TaxFault[] {
  const rate = numberOf(trace, field);
  const fund = state && fundOf(state, operation);
  if (!fund || rate.isZero() || accepts(fund, rate.toNumber())) return [];
  const code = field === 'fcpRate' ? '874' : '875';
  const message =
    `${state} ${inWords(fund)}; veio ${tracedText(trace, field)} (rejeição ${code}). Acerte ${field}, ou, se a lei mudou, ` +
    'acrescente o período com "lavra rates add fcp".';
  return [{ field, message }];
}

function inWords({ accepted, acceptedUpTo }: FundPeriod): string {
  if (acceptedUpTo !== undefined) return `aceita FCP de até ${withComma(acceptedUpTo)}%`;
  if (!accepted || accepted.length === 0) return 'não tem fundo de combate à pobreza';
  return `aceita FCP de ${accepted.map((rate) => `${withComma(rate)}%`).join(' ou ')}`;
}

function withComma(rate: string): string {
  return rate.replace('.', ',');
}

function fundOf(state: string, { date, rates = shippedLawTables }: Operation): FundPeriod | undefined {
  return periodInForce(rates.fcp.states.get(state), date);
}
