import { createHash } from 'node:crypto';
import type { Environment } from '../companies/settings.ts';
import type { DistributionSource } from './words.ts';

/** How long both sources want to be left alone once there is nothing more (NT 2014.002 v1.40; Manual Integrado do Sistema Nacional NFS-e). */
export const usualWaitSeconds = 3_600;

/** What a message may be under way: margins are not shorter, however short the wait at a simulated authority. */
const leastMarginMs = (waitSeconds: number): number => Math.min(5_000, Math.max(2_000, (waitSeconds * 1_000) / 3));

/** Whose questions are timed. */
export type Questioner = { taxId: string; environment: Environment; source: DistributionSource };

/** How times are measured for one questioner: the minutes that the rules speak of, and a margin of its own. */
export type Pace = { minuteMs: number; marginMs: number };

/**
 * The pace of a questioner: minutes are sixtieths of the wait, which is shorter at a simulated authority. The margin, of 1 to 4 minutes, is
 * always the same one, and keeps actors from asking all at once; who asks by hand need not wait for it.
 */
export function paceOf(questioner: Questioner, waitSeconds: number): Pace {
  const minuteMs = (waitSeconds * 1_000) / 60;
  const marginMs = Math.max(leastMarginMs(waitSeconds), Math.round(minuteMs * (1 + 3 * shareOf(questioner))));
  return { minuteMs, marginMs };
}

/** A number from 0 to below 1, spread evenly over the questioners. */
export function shareOf({ taxId, environment, source }: Questioner): number {
  const hash = createHash('sha256').update(`${taxId}/${environment}/${source}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
