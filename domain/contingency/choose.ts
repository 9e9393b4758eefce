import type { ContingencySwitch } from '../companies/settings.ts';
import type { GoodsType } from '../document-types.ts';
import type { ContingencyMode } from '../contingency-mode.ts';
import type { Standing } from '../conversation/standing.ts';

/** A contingency that began at an instant, for a reason that goes into the note (xJust, 15 to 256 characters). */
export type Began = { since: Date; reason: string };

/** What decides how a note is issued. */
export type Situation = {
  type: GoodsType;
  /** The company's own word for notes of this type. */
  wanted: ContingencySwitch;
  /** What a person entered and has not left. */
  entered: Began | null;
  /** The service of the note's state, as its judge has it; null while nobody had reason to judge it. */
  home: (Began & { standing: Standing }) | null;
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
export type Form = { mode: 'NORMAL' } | (Began & { mode: ContingencyMode });

const normal = { mode: 'NORMAL' } as const;

/**
 * How a note is issued in a situation. An NFC-e goes offline, because a customer stands there. An NF-e goes to the SVC while the state has
 * switched it on, and by EPEC where neither answers for as long as the company waits: an SVC is switched on later than the service fails.
 */
export function choose(situation: Situation): Form {
  const { type, wanted, entered } = situation;
  if (wanted === 'OFF') return normal;
  const began = entered ?? (wanted === 'AUTOMATIC' ? automatic(situation) : null);
  if (!began) return normal;
  return type === 'NFCE' ? offline(situation, began) : otherAuthority(situation, began);
}

/** The contingency that the judge, or the patience of one sale, begins. */
function automatic({ type, home, waitedMs, afterMs, now }: Situation): Began | null {
  if (home?.standing === 'SHUT') return home;
  if (type !== 'NFCE' || waitedMs < afterMs) return null;
  const seconds = Math.round(waitedMs / 1000);
  return { since: now, reason: `Autorizador sem resposta para a nota depois de ${seconds} segundos` };
}

function offline({ allowed, now }: Situation, began: Began): Form {
  return allowed.offline ? { mode: 'OFFLINE', ...fresh(began, now) } : normal;
}

function otherAuthority({ svc, home, allowed, entered, waitedMs, afterMs, now }: Situation, began: Began): Form {
  if (allowed.svc && svc === 'OPEN') return { mode: 'SVC', ...fresh(began, now) };
  if (!allowed.epec) return normal;
  const shutMs = home?.standing === 'SHUT' ? now.getTime() - home.since.getTime() : 0;
  const isLong = entered !== null || Math.max(shutMs, waitedMs) >= afterMs;
  return isLong ? { mode: 'EPEC', ...fresh(began, now) } : normal;
}

/** A dhCont that is older is refused (569); 30 days is the limit for dhEmi in contingency (228; NT 2025.001), and a day is left for clocks. */
const longestMs = 29 * 86_400_000;

function fresh({ since, reason }: Began, now: Date): Began {
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
