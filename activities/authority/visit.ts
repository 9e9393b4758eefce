import { isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import { isTaking, type JudgedService, type Standing } from '../../domain/conversation/standing.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { authorizerOf, svcOf } from '../../domain/sefaz/endpoints.ts';
import { type HeldNotes, heldBy } from '../../operations/authority/held.ts';
import { type StandingOf, standingOf, standingsOf } from '../../operations/authority/standings.ts';
import { statesThatUseSvc } from '../../operations/authority/svc-states.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Parts } from '../parts.ts';
import { ask } from './ask.ts';
import { type Details, detailsOf } from './details.ts';
import { release } from './release.ts';

/** For so long after a service has come back the actor looks often: what was held back meanwhile is told, too. */
const lingersMs = 10_000;
const lingeringMs = 2_000;
/** No judge sleeps for longer: what is due may have been written by a clock that was ahead, and is judged anew by one that is right. */
const longestMs = 60_000;
/** Held runs that an open service has left so long are neglected: it is asked for its status for their sake. */
const neglectedSeconds = 120;

/** How a service stands after a visit; `waitMs` is null where nothing is left to do. */
export type Outlook = Details & { standing: Standing; waitMs: number | null; isToLetGo: boolean };

/** Looks after one service: asks for its status where that is due and allowed, tells who waits, and says when to look again. */
export async function visit(parts: Parts, input: AuthorityInput): Promise<Outlook> {
  const home: JudgedService = { ...input, state: '' };
  const em = acrossCompanies(parts.orm);
  const before = await standingOf(em, home, parts.now());
  const waiting = await heldBy(em, home);
  if (isToAsk(before) || isNeglected(before, waiting, parts.now())) await ask(parts, home);
  const judged = await standingOf(em, home, parts.now());
  const isBack = judged.standing === 'OPEN' && before.standing !== 'OPEN';
  const svcs = input.model === '55' ? await askSvcs(parts, input, judged) : [];
  for (const service of [{ ...home, ...judged }, ...svcs]) {
    const hasTurned = parts.now().getTime() - service.since.getTime() < lingersMs;
    if (isTaking(service.standing))
      await release(parts, serviceOf(service), { isBack, hasTurned: hasTurned && service.state !== '' });
    // What waits for a service that is gone may be issued in another form.
    else if (hasTurned) await release(parts, serviceOf(service), { isBack: true, hasTurned: true });
  }
  const held = await heldBy(em, home);
  const isOpen = isTaking(judged.standing);
  return {
    ...detailsOf(judged, { ...held, svcs }),
    standing: judged.standing,
    waitMs: waitOf(parts, judged, held, svcs),
    isToLetGo: isOpen && held.late > 0,
  };
}

/** Asks the SVC of one state, that of those that somebody waits for which was asked the longest ago. @returns all that are looked after */
async function askSvcs(parts: Parts, input: AuthorityInput, home: KnownStanding): Promise<StandingOf[]> {
  const isAway = !isTaking(home.standing);
  const wanted = await wantedSvcs(parts, input, isAway);
  const due = wanted.toSorted((one, other) => (one.askedAt?.getTime() ?? 0) - (other.askedAt?.getTime() ?? 0));
  const asked = new Set<string>();
  for (const svc of due) {
    // One question an authorizer and pace, whichever state it is about: the claim refuses the others.
    if (asked.has(svc.authorizer) || dueAt(svc) > parts.now()) continue;
    asked.add(svc.authorizer);
    await ask(parts, serviceOf(svc));
  }
  return due.length === 0 ? [] : wantedSvcs(parts, input, isAway);
}

/** The SVC of each state that would use it while the authorizer is away, and of those where it is not off yet. */
async function wantedSvcs(parts: Parts, { authorizer, environment }: AuthorityInput, isAway: boolean) {
  const em = acrossCompanies(parts.orm);
  const [known, using] = await Promise.all([
    standingsOf(em, { environment }),
    isAway ? statesThatUseSvc(em.fork(), { authorizer, environment }) : [],
  ]);
  const ofSvcs = known.filter(({ state }) => state !== '').map((one) => paced(parts, one, known));
  const served = ofSvcs.filter(({ state }) => authorizerOf(state, '55') === authorizer);
  const on = served.filter(({ standing }) => standing !== 'OFF');
  const missing = using.filter((state) => !on.some((one) => one.state === state));
  const off = await Promise.all(
    missing.map(async (state): Promise<StandingOf> => {
      const service = { authorizer: svcOf(state, environment), environment, model: '55', state } as const;
      const row = served.find((one) => one.state === state && one.authorizer === service.authorizer);
      return row ?? paced(parts, { ...service, ...(await standingOf(em.fork(), service, parts.now())) }, known);
    }),
  );
  return [...on, ...off];
}

/** The SVC of a state with the pace that it shares with all others there. */
function paced({ statusPaceMs }: Parts, svc: StandingOf, known: StandingOf[]): StandingOf {
  const there = known.filter(
    ({ authorizer, environment }) => authorizer === svc.authorizer && environment === svc.environment,
  );
  const last = Math.max(0, ...there.map(({ askedAt }) => askedAt?.getTime() ?? 0));
  const due = Math.max(svc.notBefore?.getTime() ?? 0, last === 0 ? 0 : last + statusPaceMs);
  return { ...svc, notBefore: new Date(due) };
}

function isNeglected({ standing, askedAt }: KnownStanding, { oldestSeconds }: HeldNotes, now: Date): boolean {
  if (!isTaking(standing) || oldestSeconds < neglectedSeconds) return false;
  return askedAt === null || now.getTime() - askedAt.getTime() > neglectedSeconds * 1000;
}

/** How long there is nothing to do; null where nothing is left. */
function waitOf(parts: Parts, judged: KnownStanding, { late }: HeldNotes, svcs: StandingOf[]): number | null {
  const now = parts.now().getTime();
  const dues = [...(isToAsk(judged) ? [judged] : []), ...svcs].map((one) => dueAt(one).getTime() - now);
  const isOpen = isTaking(judged.standing);
  if (isOpen && (late > 0 || now - judged.since.getTime() < lingersMs)) dues.push(lingeringMs);
  return dues.length === 0 ? null : Math.max(100, Math.min(longestMs, ...dues));
}

/** When the next question is allowed. */
const dueAt = ({ notBefore }: KnownStanding): Date => notBefore ?? new Date(0);

function serviceOf({ authorizer, environment, model, state }: JudgedService): JudgedService {
  return { authorizer, environment, model, state };
}
