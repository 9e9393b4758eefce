import { DateTime } from 'luxon';
import { isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { isTaking, type AuthorityService, type Standing } from '../../domain/conversation/authority.ts';
import { authorizerOf, svcOf } from '../../domain/sefaz/endpoints.ts';
import { heldBy, type HeldNotes } from '../../operations/authority/held.ts';
import {
  type StandingOf,
  serviceStanding,
  standingsOf,
  statesThatUseSvc,
} from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { withHeartbeat } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import { askStatus } from './ask.ts';
import { type ReleaseCounts, transmitLateNotes, tellHeldRuns } from './release.ts';

/** Builds the activities of the actor that judges a service. */
export function authorityActivities(parts: Parts) {
  return {
    /**
     * Looks after a service: asks for its status where that is due and allowed, and tells the runs that wait for it. Repeating it is safe: a
     * question is claimed before it is sent, and a run that is told twice only looks twice.
     */
    judge: (service: AuthorityInput): Promise<ServiceOutlook> => withHeartbeat(() => visit(parts, service)),

    /** Transmits late notes for a while, series by series. Repeating it is safe: it goes on with the notes that are under way. */
    letGo: (service: AuthorityInput): Promise<ReleaseCounts> => withHeartbeat(() => transmitLateNotes(parts, service)),
  };
}
export type AuthorityActivities = ReturnType<typeof authorityActivities>;

/** For this long after a service has come back the actor looks every `lingeringMs`, to tell the runs that began to wait meanwhile, too. */
const lingersMs = 10_000;
const lingeringMs = 2_000;
/** The longest sleep of a judge: a due time may have been written by a clock that was ahead, and is read anew after it. */
const longestMs = 60_000;
/** Where runs have waited this long for a service that is held to be open, its status is asked for once more. */
const neglectedSeconds = 120;

/** How a service stands after a visit; `waitMs` is null where nothing is left to do. */
type ServiceOutlook = Details & { standing: Standing; waitMs: number | null; isToLetGo: boolean };

/** Looks after one service: asks for its status where that is due and allowed, tells the runs that wait, and says when to look again. */
async function visit(parts: Parts, input: AuthorityInput): Promise<ServiceOutlook> {
  const home: AuthorityService = { ...input, state: '' };
  const em = acrossCompanies(parts.orm);
  const before = await serviceStanding(em, home, parts.now());
  const waiting = await heldBy(em, home);
  if (isToAsk(before) || isNeglected(before, waiting, parts.now())) await askStatus(parts, home);
  const known = await serviceStanding(em, home, parts.now());
  const isBack = known.standing === 'OPEN' && before.standing !== 'OPEN';
  const svcs = input.model === '55' ? await askSvcs(parts, input, known) : [];
  for (const service of [{ ...home, ...known }, ...svcs]) {
    const hasTurned = parts.now().getTime() - service.since.getTime() < lingersMs;
    if (isTaking(service.standing))
      await tellHeldRuns(parts, serviceOf(service), { isBack, hasTurned: hasTurned && service.state !== '' });
    // A note that waits for a service that is away may be issued in another form.
    else if (hasTurned) await tellHeldRuns(parts, serviceOf(service), { isBack: true, hasTurned: true });
  }
  const held = await heldBy(em, home);
  const isOpen = isTaking(known.standing);
  return {
    ...detailsOf(known, { ...held, svcs }),
    standing: known.standing,
    waitMs: waitOf(parts, known, held, svcs),
    isToLetGo: isOpen && held.late > 0,
  };
}

/**
 * Asks one SVC of each authorizer for its status: of the states that are looked after, the one that was asked the longest ago. @returns all that
 * are looked after
 */
async function askSvcs(parts: Parts, input: AuthorityInput, home: KnownStanding): Promise<StandingOf[]> {
  const isAway = !isTaking(home.standing);
  const wanted = await wantedSvcs(parts, input, isAway);
  const due = wanted.toSorted((one, other) => (one.askedAt?.getTime() ?? 0) - (other.askedAt?.getTime() ?? 0));
  const asked = new Set<string>();
  for (const svc of due) {
    // One question for each authorizer and pace, whichever state it is about; `claim` would refuse the others.
    if (asked.has(svc.authorizer) || dueAt(svc) > parts.now()) continue;
    asked.add(svc.authorizer);
    await askStatus(parts, serviceOf(svc));
  }
  return due.length === 0 ? [] : wantedSvcs(parts, input, isAway);
}

/** The SVCs that are looked after: those of states that use one while the authorizer is away, and those that are not off yet. */
async function wantedSvcs(parts: Parts, { authorizer, environment }: AuthorityInput, isAway: boolean) {
  const em = acrossCompanies(parts.orm);
  const [known, using] = await Promise.all([
    standingsOf(em, { environment }, parts.now()),
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
      return row ?? paced(parts, { ...service, ...(await serviceStanding(em.fork(), service, parts.now())) }, known);
    }),
  );
  return [...on, ...off];
}

/** The SVC of a state, with `notBefore` moved by the pace that all states of this SVC share. */
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

/** Milliseconds until the next visit is due; null where nothing is left to do. */
function waitOf(parts: Parts, known: KnownStanding, { late }: HeldNotes, svcs: StandingOf[]): number | null {
  const now = parts.now().getTime();
  const dues = [...(isToAsk(known) ? [known] : []), ...svcs].map((one) => dueAt(one).getTime() - now);
  const isOpen = isTaking(known.standing);
  if (isOpen && (late > 0 || now - known.since.getTime() < lingersMs)) dues.push(lingeringMs);
  return dues.length === 0 ? null : Math.max(100, Math.min(longestMs, ...dues));
}

/** When the next question is allowed. */
const dueAt = ({ notBefore }: KnownStanding): Date => notBefore ?? new Date(0);

function serviceOf({ authorizer, environment, model, state }: AuthorityService): AuthorityService {
  return { authorizer, environment, model, state };
}

/** What an operator reads in Temporal's UI about a judge: its `details`, and as `summary` what its timer is for. */
type Details = { details: string; summary: string };

const words: Record<Standing, string> = {
  OPEN: 'Em operação',
  SHUT: 'Parado',
  CLOSING: 'Em desativação',
  OFF: 'Desativada',
};

/** How a service stands, since when, why, and how many runs and notes wait for it; times are in Brasília time. */
function detailsOf(known: KnownStanding, { held, late, svcs }: HeldNotes & { svcs: StandingOf[] }): Details {
  const waits = [held > 0 && `${held} à espera do serviço`, late > 0 && `${late} de contingência a transmitir`];
  const lines = [
    `**${words[known.standing]}** desde ${inBrasilia(known.since)}: ${known.reason}`,
    waits.filter(Boolean).join(', '),
    ...svcs.map(
      ({ authorizer, state, standing, reason }) => `${authorizer} de ${state}: ${words[standing]}. ${reason}`,
    ),
  ];
  return { details: lines.filter(Boolean).join('\n\n'), summary: summaryOf(known, { late, svcs }) };
}

function summaryOf({ standing }: KnownStanding, { late, svcs }: { late: number; svcs: StandingOf[] }): string {
  if (standing === 'SHUT') return 'Serviço parado: próxima consulta de status';
  if (late > 0) return 'Transmissão das notas de contingência';
  return svcs.length > 0 ? 'Próxima consulta de status da SVC' : 'Próxima consulta de status';
}

const inBrasilia = (at: Date): string =>
  `${DateTime.fromJSDate(at, { zone: 'America/Sao_Paulo' }).toFormat('dd/MM/yyyy HH:mm:ss')} (Brasília)`;
