import { setTimeout } from 'node:timers/promises';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../in-company.ts';
import { ProvisioningRefused, withCommand } from '../provisioning/provisioning-refused.ts';

/** The result of a check: all well, something to do soon, or something that does not work. */
export type FindingStatus = 'OK' | 'WARNING' | 'FAILURE';

/** One line of the doctor. `check` is stable, for scripts; `mend` says what to do. */
export type DoctorFinding = { check: string; company?: string; status: FindingStatus; message: string; mend?: string };

/** Runs a read over the rows of all companies, by a login or role that may see all of them. */
export type ReadOverAll = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

/** Reads by the login that owns the tables, and sees everything. */
export const lookAcross =
  (orm: Orm): ReadOverAll =>
  (work) =>
    work(acrossCompanies(orm));

/** Makes the findings of one check about one thing. */
export function findingsOf(check: string, company?: string) {
  const about = company === undefined ? { check } : { check, company };
  return {
    ok: (message: string): DoctorFinding => ({ ...about, status: 'OK', message }),
    /** All is well, and `mend` would make it better. */
    hint: (message: string, mend: string): DoctorFinding => ({ ...about, status: 'OK', message, mend }),
    warning: (message: string, mend: string): DoctorFinding => ({ ...about, status: 'WARNING', message, mend }),
    failure: (message: string, mend: string): DoctorFinding => ({ ...about, status: 'FAILURE', message, mend }),
  };
}

/** The first line of the message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProvisioningRefused) return withCommand(error);
  const words = error instanceof Error ? error.message || error.name : String(error);
  return words.split('\n')[0]?.trim() ?? '';
}

/**
 * The result of `work`, if it comes within `milliseconds`.
 *
 * @throws {Error} `sem resposta em N s`
 */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const late = setTimeout(milliseconds, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`sem resposta em ${milliseconds / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    late.catch(() => {}); // Nobody waits for this promise when `work` is quicker
    work.catch(() => {}); // A failure of `work` after the deadline does not matter
  }
}
