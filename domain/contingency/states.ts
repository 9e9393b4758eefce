import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../companies/settings.ts';
import { fiscalDay } from '../fiscal-time.ts';
import { type ContingencyStates, shippedContingencyStates } from '../taxation/rates/contingency-states.ts';

/** Whether the state answers 712 to an NFC-e that is issued offline on the day of an instant. */
export function refusesOffline(state: string, on: Date, table: ContingencyStates = shippedContingencyStates): boolean {
  return isNamed(table.refusesOffline, state, on);
}

/** Whether the national environment takes an EPEC for the state's NF-e (NT 2014.001 v1.41). */
export function hasEpec(state: string, on: Date, table: ContingencyStates = shippedContingencyStates): boolean {
  return !isNamed(table.withoutEpec, state, on);
}

/** Whether an SVC stands in for the state's authorizer of NF-e. */
export function hasSvc(
  state: string,
  environment: Environment,
  { on = new Date(), table = shippedContingencyStates }: { on?: Date; table?: ContingencyStates } = {},
): boolean {
  const { production, homologation } = endpoints.svcContingency;
  const isServed = Object.hasOwn(environment === 'PRODUCTION' ? production : homologation, state);
  return isServed && !isNamed(table.withoutSvc, state, on);
}

/** Within how many hours the state wants an offline NFC-e; null where it wants it by the end of the first business day. */
export function offlineHours(
  state: string,
  on: Date,
  table: ContingencyStates = shippedContingencyStates,
): number | null {
  return table.offlineHours.find((row) => isInForce(row, state, on))?.hours ?? null;
}

type Row = { state: string; from?: string; until?: string };

const isNamed = (rows: readonly Row[], state: string, on: Date) => rows.some((row) => isInForce(row, state, on));

function isInForce({ state, from = '', until = '9999' }: Row, wanted: string, on: Date): boolean {
  if (state !== wanted) return false;
  const day = fiscalDay(on, state);
  return from <= day && day <= until;
}
