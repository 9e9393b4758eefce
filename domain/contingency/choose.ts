import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import type { ContingencySwitch, Environment } from '../companies/settings.ts';
import type { ContingencyMode } from '../contingency-mode.ts';
import type { Standing } from '../conversation/authority.ts';
import type { GoodsType } from '../document-types.ts';
import { fiscalDay } from '../fiscal-time.ts';
import { type ContingencyStates, shippedContingencyStates } from '../taxation/rates/contingency.ts';

/** A contingency that began at an instant, for a reason that goes into the note (xJust, 15 to 256 characters). */
export type ContingencyStart = { since: Date; reason: string };

/** What decides how a note is issued. */
export type IssuingFacts = {
  type: GoodsType;
  /** Whether an NF-e is printed as a coupon. */
  isCoupon?: boolean;
  /** The company's own word for notes of this type. */
  wanted: ContingencySwitch;
  /** What a person entered and has not left. */
  entered: ContingencyStart | null;
  /** The service of the note's state, as its judge has it; null while nobody had reason to judge it. */
  home: (ContingencyStart & { standing: Standing }) | null;
  /** The service of the SVC for the state; null where nobody asked it. */
  svc: Standing | null;
  /** What the state allows. */
  allowed: { offline: boolean; svc: boolean; epec: boolean };
  /** How long the sale waits for its authority, and how long the company wants that to last at most. */
  waitedMs: number;
  afterMs: number;
  now: Date;
};

/** How a note is issued: `NORMAL` is sent to its state, now or when its service is back. */
export type IssuingForm = { mode: 'NORMAL' } | (ContingencyStart & { mode: ContingencyMode });

const normal = { mode: 'NORMAL' } as const;

/**
 * How a note is issued by these facts. An NFC-e goes offline, because a customer stands there, and so does
 * an NF-e in a coupon, whose QR code no other form may have (PL_010f, ZX02; NT 2026.002 v1.11). Another NF-e goes to the SVC while the state has
 * switched it on, and by EPEC where neither answers for as long as the company waits: an SVC is switched on later than the service fails.
 */
export function choose(facts: IssuingFacts): IssuingForm {
  const { wanted, entered } = facts;
  if (wanted === 'OFF') return normal;
  const began = entered ?? (wanted === 'AUTOMATIC' ? automatic(facts) : null);
  if (!began) return normal;
  return isAtCounter(facts) ? offline(facts, began) : otherAuthority(facts, began);
}

/** Whether a customer waits for the note. */
export function isAtCounter({ type, isCoupon }: Pick<IssuingFacts, 'type' | 'isCoupon'>): boolean {
  return type === 'NFCE' || isCoupon === true;
}

/** The contingency that the judge, or the patience of one sale, begins. */
function automatic(facts: IssuingFacts): ContingencyStart | null {
  const { home, waitedMs, afterMs, now } = facts;
  if (home?.standing === 'SHUT') return home;
  if (!isAtCounter(facts) || waitedMs < afterMs) return null;
  const seconds = Math.round(waitedMs / 1000);
  return { since: now, reason: `Autorizador sem resposta para a nota depois de ${seconds} segundos` };
}

function offline({ allowed, now }: IssuingFacts, began: ContingencyStart): IssuingForm {
  return allowed.offline ? { mode: 'OFFLINE', ...fresh(began, now) } : normal;
}

function otherAuthority(
  { svc, home, allowed, entered, waitedMs, afterMs, now }: IssuingFacts,
  began: ContingencyStart,
): IssuingForm {
  if (allowed.svc && svc === 'OPEN') return { mode: 'SVC', ...fresh(began, now) };
  if (!allowed.epec) return normal;
  const shutMs = home?.standing === 'SHUT' ? now.getTime() - home.since.getTime() : 0;
  const isLong = entered !== null || Math.max(shutMs, waitedMs) >= afterMs;
  return isLong ? { mode: 'EPEC', ...fresh(began, now) } : normal;
}

/** A dhCont that is older is refused (569); 30 days is the limit for dhEmi in contingency (228; NT 2025.001), and a day is left for clocks. */
const longestMs = 29 * 86_400_000;

function fresh({ since, reason }: ContingencyStart, now: Date): ContingencyStart {
  return { since: now.getTime() - since.getTime() > longestMs ? now : since, reason: asXJust(reason) };
}

const shortest = 15;
const longest = 256;

/** A reason as xJust takes it (TString, 15 to 256 characters). */
export function asXJust(reason: string): string {
  const text = reason.replaceAll(/\s+/g, ' ').trim();
  const whole = text.length < shortest ? `Contingência: ${text || 'sem comunicação'}` : text;
  return whole.slice(0, longest).trim();
}

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
