import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import type { CompanySettings, ContingencySwitch, Environment } from '../companies/settings.ts';
import type { ContingencyMode } from '../contingency-mode.ts';
import type { Standing } from '../conversation/authority.ts';
import type { GoodsType } from '../document-types.ts';
import { fiscalDay } from '../fiscal-time.ts';
import { type ContingencyStates, shippedContingencyStates } from '../taxation/rates/contingency.ts';

/** When a contingency began, and the reason that goes into the note (xJust, 15 to 256 characters). */
export type ContingencyStart = { since: Date; reason: string };

/** The facts that decide how a note is issued. */
export type IssuingFacts = {
  type: GoodsType;
  /** Whether an NF-e is printed as a coupon. */
  isCoupon?: boolean;
  /** When the company wants contingency for notes of this type. */
  wanted: ContingencySwitch;
  /** The contingency that a person entered and has not left; null where there is none. */
  entered: ContingencyStart | null;
  /** The standing of the service of the note's state, as its judge knows it; null while the judge had no reason to look. */
  home: (ContingencyStart & { standing: Standing }) | null;
  /** The standing of the SVC for the note's state; null where nobody asked it. */
  svc: Standing | null;
  /** The forms of contingency that the state allows. */
  allowed: { offline: boolean; svc: boolean; epec: boolean };
  /** How long the sale has waited for its authority, and how long the company wants it to wait at most. */
  waitedMs: number;
  afterMs: number;
  now: Date;
};

/** How a note is issued. `NORMAL`: sent to the authority of its state, now or when its service is back. */
export type IssuingForm = { mode: 'NORMAL' } | (ContingencyStart & { mode: ContingencyMode });

const normal = { mode: 'NORMAL' } as const;

/**
 * Decides how a note is issued. An NFC-e goes offline, because a customer waits for it, and so does an NF-e in a coupon, whose QR code no other form
 * may have (PL_010f, ZX02; NT 2026.002 v1.11). Another NF-e goes to the SVC while that is switched on for the state, and by EPEC if neither answers
 * for as long as the company wants to wait: an SVC is switched on later than the service fails.
 */
export function chooseIssuingForm(facts: IssuingFacts): IssuingForm {
  const { wanted, entered } = facts;
  if (wanted === 'OFF') return normal;
  const began = entered ?? (wanted === 'AUTOMATIC' ? automatic(facts) : null);
  if (!began) return normal;
  return isAtCounter(facts) ? offline(facts, began) : otherAuthority(facts, began);
}

/** Whether a customer waits for the note at the counter. */
export function isAtCounter({ type, isCoupon }: Pick<IssuingFacts, 'type' | 'isCoupon'>): boolean {
  return type === 'NFCE' || isCoupon === true;
}

/**
 * The contingency that begins by itself: because the judge has shut the service, or because a sale at the counter has waited long enough; null where
 * none does.
 */
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

/**
 * The longest age of dhCont: older ones are refused (569). 30 days is the limit for dhEmi in contingency (228; NT 2025.001), and a day is left for
 * differing clocks.
 */
const longestMs = 29 * 86_400_000;

function fresh({ since, reason }: ContingencyStart, now: Date): ContingencyStart {
  return { since: now.getTime() - since.getTime() > longestMs ? now : since, reason: asXJust(reason) };
}

const shortest = 15;
const longest = 256;

/** A reason in the form of xJust (TString, 15 to 256 characters). */
export function asXJust(reason: string): string {
  const text = reason.replaceAll(/\s+/g, ' ').trim();
  const whole = text.length < shortest ? `Contingência: ${text || 'sem comunicação'}` : text;
  return whole.slice(0, longest).trim();
}

/** Whether the state answers 712 to an NFC-e that is issued offline on that day. */
export function refusesOffline(state: string, on: Date, table: ContingencyStates = shippedContingencyStates): boolean {
  return isNamed(table.refusesOffline, state, on);
}

/**
 * The state of an issuer, and whether it has no state registration. Then SVRS alone takes its NF-e (decision 71), and there is no EPEC, because an
 * EPEC names the registration.
 */
export type IssuerInState = { state: string; isUnregistered: boolean };

/** The issuer by the settings of its company. */
export function issuerInState({
  address: { state },
  stateRegistration,
}: Pick<CompanySettings, 'address' | 'stateRegistration'>): IssuerInState {
  return { state, isUnregistered: !stateRegistration };
}

/** Whether the national environment accepts an EPEC for NF-e of the issuer (NT 2014.001 v1.41). */
export function hasEpec(
  { state, isUnregistered }: IssuerInState,
  on: Date,
  table: ContingencyStates = shippedContingencyStates,
): boolean {
  return !isUnregistered && !isNamed(table.withoutEpec, state, on);
}

/** Whether an SVC stands in for the issuer's authorizer of NF-e. */
export function hasSvc(
  { state, isUnregistered }: IssuerInState,
  environment: Environment,
  { on = new Date(), table = shippedContingencyStates }: { on?: Date; table?: ContingencyStates } = {},
): boolean {
  const { production, homologation } = endpoints.svcContingency;
  const isServed = Object.hasOwn(environment === 'PRODUCTION' ? production : homologation, state);
  return isServed && !isUnregistered && !isNamed(table.withoutSvc, state, on);
}

/** Within how many hours the state wants an offline NFC-e; null where the end of the first business day will do. */
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
