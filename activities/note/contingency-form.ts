import {
  contingencyDefaults,
  type ContingencySettings,
  type Environment,
  type Issuer,
} from '../../domain/companies/settings.ts';
import type { IssuedInContingency } from '../../domain/contingency-mode.ts';
import { transmitOfflineBy } from '../../domain/contingency/business-day.ts';
import {
  type ContingencyStart,
  chooseIssuingForm,
  type IssuingForm,
  hasEpec,
  hasSvc,
  issuerInState,
  type IssuerInState,
  isAtCounter,
  refusesOffline,
  type IssuingFacts,
} from '../../domain/contingency/choose.ts';
import type { Standing } from '../../domain/conversation/authority.ts';
import { type GoodsType, traitsOf } from '../../domain/document-types.ts';
import type { Document, IssuedForm } from '../../domain/documents/document.entity.ts';
import { authorizerOf, svcEmissionType, svcOf } from '../../domain/sefaz/endpoints.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { Parts } from '../parts.ts';

/** What the form of an attempt depends on besides its document; `kept` is the note that a customer already holds. */
type FormInputs = { issuer: Issuer | null; contingency: KnownContingency | null; kept: object | null };

/** The form in which the current attempt of a document of goods is to be issued now; null for the normal way, and for services. */
export function presentForm(
  document: Document,
  { issuer, contingency, kept }: FormInputs,
  { rates: tables, ...parts }: Pick<Parts, 'rates' | 'now'>,
): IssuedForm | null {
  const { type, environment } = document;
  if (type === 'NFSE' || !issuer || !contingency) return null;
  const now = parts.now();
  // A note that a customer holds keeps its form, its number and its key, whatever the service does meanwhile.
  const form = kept && keptForm(document, now);
  if (form) return form;
  const { settings } = issuer;
  const inState = issuerInState(settings);
  const { payload } = document;
  const isCoupon = payload.type === 'NFE' && payload.printedAs === 'COUPON';
  const known = {
    type,
    isCoupon,
    environment,
    ...inState,
    settings: settings.contingency,
    contingency,
    waitingSince: now,
  };
  return issuedForm(document, chooseIssuingForm(issuingFactsOf(known, { now, tables })), {
    state: inState.state,
    tables,
  });
}

/** The form as the attempt keeps it, with the day until which the note must be transmitted; null for the normal way. */
export function issuedForm(
  { issueDateTime }: Document,
  form: IssuingForm,
  { state, tables }: { state: string; tables: LawTables },
): IssuedForm | null {
  switch (form.mode) {
    case 'NORMAL':
      return null;
    case 'OFFLINE':
      return { ...form, transmitBy: transmitOfflineBy(issueDateTime, state, tables) };
    // The term of an EPEC begins with its registration.
    case 'EPEC':
    case 'SVC':
      return { ...form, transmitBy: null };
  }
}

function keptForm(document: Document, now: Date): IssuedForm | null {
  const { contingencyMode: mode, contingencySince: since, contingencyReason, contingencyTransmitBy } = document;
  if (!mode || !since) return null;
  // An EPEC and its note must agree (467), so that the contingency is entered anew only for a note without one.
  const isEnteredAnew = mode === 'OFFLINE' && isTooOld(since, now);
  const reason = contingencyReason ?? '';
  return { mode, since: isEnteredAnew ? now : since, reason, transmitBy: contingencyTransmitBy ?? null };
}

/** Whether the contingency has to be entered anew: the authority refuses a dhCont more than 30 days old (569). */
const isTooOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > 29 * 86_400_000;

/** The form of an attempt as the layout takes it. */
export function inContingency(
  form: IssuedForm | null,
  { state, environment }: { state: string; environment: Document['environment'] },
): IssuedInContingency | null {
  if (!form) return null;
  const { since, reason, mode } = form;
  switch (mode) {
    case 'OFFLINE':
      return { emissionType: '9', since, reason };
    case 'EPEC':
      return { emissionType: '4', since, reason };
    case 'SVC':
      return { emissionType: svcEmissionType(svcOf(state, environment)), since, reason };
  }
}

/** A row of `authority_standing` as SQL gives it; instants are in epoch milliseconds. */
type StandingRow = {
  authorizer: string;
  state: string;
  standing: Standing;
  reason: string;
  sinceMs: number;
};

/** What is known about a company's contingency, as SQL gives it. */
export type KnownContingency = {
  standings: StandingRow[];
  entered: { reason: string; sinceMs: number } | null;
};

/** SQL that gives, as JSON, what is known about the contingency of a model, to be put into a larger statement. */
export const knownContingency = (company: string, environment: string, model: string): string => `json_build_object(
    'standings', coalesce((
      select json_agg(json_build_object('authorizer', s.authorizer, 'state', s.state, 'standing', s.standing, 'reason', s.reason,
        'sinceMs', round(extract(epoch from s.since) * 1000)))
      from authority_standing s where s.environment = ${environment} and s.model = ${model}
    ), '[]'),
    'entered', (
      select json_build_object('reason', c.reason, 'sinceMs', round(extract(epoch from c.entered_at) * 1000))
      from contingency_entry c
      where c.company_id = ${company} and c.environment = ${environment} and c.model = ${model} and c.left_at is null
    ))`;

/** A note of goods, and what is known about its contingency. */
type KnownFacts = IssuerInState & {
  type: GoodsType;
  /** Whether an NF-e is printed as a coupon: its customer stands at the counter, so that it waits as short a time as an NFC-e. */
  isCoupon: boolean;
  environment: Environment;
  settings: ContingencySettings | undefined;
  contingency: KnownContingency;
  /** Since when the sale waits to be issued. */
  waitingSince: Date;
};

/** What decides how a note is issued, computed from what is known. */
export function issuingFactsOf(known: KnownFacts, { now, tables }: { now: Date; tables: LawTables }): IssuingFacts {
  const { type, isCoupon, environment, state, isUnregistered, contingency, waitingSince } = known;
  const settings = known.settings ?? contingencyDefaults;
  const { model } = traitsOf[type];
  const { standings, entered } = contingency;
  const home = standings.find(
    (each) => each.authorizer === authorizerOf(state, model, isUnregistered) && each.state === '',
  );
  const svc = standings.find((each) => each.authorizer === svcOf(state, environment) && each.state === state);
  return {
    type,
    isCoupon,
    wanted: type === 'NFCE' ? settings.nfce : settings.nfe,
    entered: entered && beganAt(entered),
    home: home ? { ...beganAt(home), standing: home.standing } : null,
    svc: svc?.standing ?? null,
    allowed: {
      offline: !refusesOffline(state, now, tables.contingency),
      svc: type === 'NFE' && hasSvc(known, environment, { on: now, table: tables.contingency }),
      epec: type === 'NFE' && hasEpec(known, now, tables.contingency),
    },
    waitedMs: now.getTime() - waitingSince.getTime(),
    afterMs: (isAtCounter({ type, isCoupon }) ? settings.afterSeconds.nfce : settings.afterSeconds.nfe) * 1000,
    now,
  };
}

function beganAt({ reason, sinceMs }: { reason: string; sinceMs: number }): ContingencyStart {
  return { reason, since: new Date(Number(sinceMs)) };
}
