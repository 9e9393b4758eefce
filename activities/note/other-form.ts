import { setTimeout } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { EntityManager } from '../../config/orm.ts';
import { isTransmittedLater } from '../../domain/contingency-mode.ts';
import {
  chooseIssuingForm,
  type IssuingForm,
  isAtCounter,
  type IssuingFacts,
} from '../../domain/contingency/choose.ts';
import { isTaking } from '../../domain/conversation/authority.ts';
import type { EmissionEnd, HeldProgress, Progress } from '../../domain/conversation/progress.ts';
import { type OpenProgress, waitKindOf } from '../../domain/conversation/wait-of.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeAuthority } from '../../temporal/start.ts';
import { judgeOf } from '../authority/learn.ts';
import type { Hold } from '../conversation/matter.ts';
import type { Parts } from '../parts.ts';
import { type IssuedGoods, loadNote, type NoteAttempt } from './attempt.ts';
import { type KnownContingency, knownContingency, issuingFactsOf } from './contingency-form.ts';
import { reissue } from './reissue.ts';

/** How long a turn without an answer waits for the judge to shut the service, and how often it looks. */
const awaitMs = 1_000;
const lookMs = 50;

/**
 * Why an attempt may send nothing now: a note that is out is transmitted when its service's judge lets it go, and the note of an EPEC once that is
 * registered.
 */
export function holdOf({ goods }: NoteAttempt): Hold | null {
  if (!goods || !isTransmittedLater(goods.mode)) return null;
  if (goods.mode === 'EPEC' && goods.transmitBy === null) return { do: 'hold', held: announcing };
  return goods.waitingKind === 'TRANSMISSION' ? { do: 'hold', held: transmission(goods) } : null;
}

const announcing: HeldProgress = {
  kind: 'held',
  reason: 'O EPEC da nota está a registrar no Ambiente Nacional.',
  waitKind: 'ANSWER',
  untilMs: null,
};

function transmission({ transmitBy }: IssuedGoods): HeldProgress {
  const reason = 'Emitida em contingência: será transmitida quando o serviço da SEFAZ voltar.';
  return { kind: 'held', reason, waitKind: 'TRANSMISSION', untilMs: transmitBy?.getTime() ?? null };
}

/**
 * May replace a wait: where the company wants it, a note whose authority does not answer is issued anew in contingency, and one that is out goes
 * back to waiting for transmission. Else the wait stays, and ends in time for that decision.
 */
export async function inAnotherForm(
  parts: Parts,
  state: NoteAttempt,
  progress: OpenProgress,
): Promise<Progress<EmissionEnd>> {
  const goods = await withGoods(parts, state);
  if (goods && waitKindOf(progress) === 'TRANSMISSION') await askToLetGo(parts, { ...state, goods });
  // In a restored database, issuing a sale anew might give it a second note.
  if (!goods || state.isRestored || !isAboutService(progress)) return progress;
  if (isTransmittedLater(goods.mode)) return isUnsent(progress) ? transmission(goods) : progress;
  const facts = await factsSoon(parts, { ...state, goods }, progress);
  const form = otherForm(goods, facts);
  if (form) return (await reissue(parts, { ...state, goods }, form)) ?? progress;
  return inTime(progress, decisionMs(facts), parts.now());
}

/** What is known of how the note was issued; it is read here for an attempt that was prepared a moment ago. */
async function withGoods(parts: Parts, state: NoteAttempt): Promise<IssuedGoods | null> {
  if (state.goods || state.type === 'NFSE') return state.goods;
  const loaded = await parts.steps(() => loadNote(acrossCompanies(parts.orm), state.documentId, state.attempt));
  return 'state' in loaded ? loaded.state.goods : null;
}

/** Wakes the judge of an open service, because a note waits to be let go and nothing else may give the judge reason to look. */
async function askToLetGo(
  parts: Parts,
  { type, environment, goods }: NoteAttempt & { goods: IssuedGoods },
): Promise<void> {
  if (type === 'NFSE' || goods.contingency.entered) return;
  const { model } = traitsOf[type];
  const service = { authorizer: authorizerOf(goods.state, model), environment, model, state: '' };
  const home = goods.contingency.standings.find(
    ({ authorizer, state }) => authorizer === service.authorizer && state === '',
  );
  if (home?.standing === 'SHUT' || !parts.standings.isToWake(service)) return;
  await wakeAuthority(Context.current().client, judgeOf(service)).catch((error: unknown) => {
    parts.logger.warn('the judge of a service could not be told of a note', { ...service, error });
  });
}

/** Whether the attempt waits for its service, so that issuing it another way would help. */
function isAboutService(progress: OpenProgress): boolean {
  return ['UNANSWERED', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'ANSWER'].includes(waitKindOf(progress));
}

/** Whether it is certain that the message was not taken, so that nothing has to be asked. */
function isUnsent(progress: OpenProgress): boolean {
  return ['AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE'].includes(waitKindOf(progress));
}

/** What decides how a note is issued. After a fault it waits up to a second for the judge, who may shut the service because of that very fault. */
async function factsSoon(
  parts: Parts,
  state: NoteAttempt & { goods: IssuedGoods },
  progress: OpenProgress,
): Promise<IssuingFacts> {
  const until = performance.now() + awaitMs;
  const isFault = progress.kind === 'wait' && progress.pause !== 'processing' && progress.pause !== 'resend';
  for (;;) {
    const known = await parts.steps(() => knownNow(acrossCompanies(parts.orm), state));
    const facts = factsNow(state, known, { now: parts.now(), tables: parts.rates });
    const isSettled = facts.wanted !== 'AUTOMATIC' || facts.home?.standing === 'SHUT' || otherForm(state.goods, facts);
    if (isSettled || !isFault || performance.now() >= until) return facts;
    await setTimeout(lookMs);
  }
}

function factsNow(
  { type, environment, goods, calls }: NoteAttempt & { goods: IssuedGoods },
  contingency: KnownContingency,
  at: { now: Date; tables: LawTables },
): IssuingFacts {
  if (type === 'NFSE') throw new TypeError('a service has no contingency');
  const { state, isUnregistered, isCoupon, settings, claimedAt } = goods;
  const first = calls[0]?.startedAt;
  const waitingSince = first === undefined ? (claimedAt ?? at.now) : new Date(first);
  return issuingFactsOf(
    { type, isCoupon, environment, state, isUnregistered, settings, contingency, waitingSince },
    at,
  );
}

async function knownNow(em: EntityManager, { speaker, environment, type }: NoteAttempt): Promise<KnownContingency> {
  const { model } = traitsOf[type];
  const [row] = await em.execute<{ known: KnownContingency }[]>(
    `select ${knownContingency('c.id', '?', '?')} as known from company c where c.id = ?`,
    [environment, model, environment, model, speaker.companyId],
  );
  if (!row) throw new Error(`company ${speaker.companyId} does not exist`);
  return row.known;
}

/** The form in which an attempt is better issued anew; null where it stays as it is. */
function otherForm({ mode }: IssuedGoods, facts: IssuingFacts): IssuingForm | null {
  const form = chooseIssuingForm(facts);
  if (mode === null) return form.mode === 'NORMAL' ? null : form;
  // A note issued for the SVC stays with the SVC while that takes notes that are under way (113).
  if (mode !== 'SVC' || (facts.svc !== null && isTaking(facts.svc))) return null;
  return form.mode === 'SVC' ? null : form;
}

/** The latest instant at which the same wait would lead to another form, in epoch milliseconds; null where it never does. */
function decisionMs(facts: IssuingFacts): number | null {
  const { wanted, home, waitedMs, afterMs, now } = facts;
  if (wanted !== 'AUTOMATIC') return null;
  const patient = now.getTime() + (afterMs - waitedMs);
  if (isAtCounter(facts)) return patient;
  return home?.standing === 'SHUT' ? Math.min(patient, home.since.getTime() + afterMs) : null;
}

function inTime(progress: OpenProgress, decision: number | null, now: Date): OpenProgress {
  if (decision === null || decision <= now.getTime()) return progress;
  switch (progress.kind) {
    case 'wait':
      return { ...progress, atMostUntilMs: decision };
    case 'held':
      return { ...progress, untilMs: Math.min(progress.untilMs ?? decision, decision) };
    case 'waitUntil':
      return { ...progress, untilMs: Math.min(progress.untilMs, decision) };
    case 'mend':
    case 'stop':
      return progress;
  }
}
