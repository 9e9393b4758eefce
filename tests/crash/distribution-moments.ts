import { setTimeout } from 'node:timers/promises';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/servers/deployment.ts';

/** The moment of a visit at which the worker is killed. */
export type VisitMoment = {
  /** The authority's scenario until the kill. */
  scenario: object[];
  /** Whether files cannot be written until the kill. */
  isHeld: boolean;
  /** Whether a further visit has reached the moment since `before`. */
  isReached: (deployment: Deployment, before: Progress) => Promise<boolean>;
};

/** The progress of all visits together: questions claimed, questions heard by the authority, files stored. */
export type Progress = { claimed: number; heard: number; stored: number };

const slow = ['NFeDistribuicaoDFe', 'NfseDistribuicao'].map((service) => ({ service, latencyMs: 2_500 }));
const ordinary = { scenario: [], isHeld: false };

/** The row is claimed, and the question was just sent. */
export const claimed: VisitMoment = {
  ...ordinary,
  scenario: slow,
  isReached: async (deployment, before) => (await questionsAsked(deployment)) > before.claimed,
};

/** The authority has answered and counted the question, and the worker has no answer yet. */
export const answered: VisitMoment = {
  ...ordinary,
  scenario: slow,
  isReached: async (deployment, before) => (await questionsHeard(deployment)) > before.heard,
};

/** The transaction that stores a lot is open. */
export const storing: VisitMoment = { ...ordinary, isHeld: true, isReached: isWriteWaiting };

/** A lot is stored, and its visit is not over: it asks for the next lot, or has not yet reported its end. */
export const stored: VisitMoment = {
  ...ordinary,
  isReached: async (deployment, before) => (await filesStored(deployment)) > before.stored,
};

/** A random moment. */
export const anyMoment: VisitMoment = { ...ordinary, isReached: () => setTimeout(Math.random() * 1_500, true) };

export async function progressOf(deployment: Deployment): Promise<Progress> {
  const [claims, heard, files] = await Promise.all([
    questionsAsked(deployment),
    questionsHeard(deployment),
    filesStored(deployment),
  ]);
  return { claimed: claims, heard, stored: files };
}

/** Locks the table of files against writes until `letGo`. */
export async function holdFiles({ orm }: Deployment): Promise<{ letGo: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = acrossCompanies(orm).transactional(async (em) => {
    await em.execute('lock table received_file in exclusive mode');
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    async letGo() {
      over.resolve();
      await holding;
    },
  };
}

const about = `service in ('NFeDistribuicaoDFe', 'NfseDistribuicao')`;

function questionsAsked(deployment: Deployment): Promise<number> {
  return count(deployment, `select count(*) from authority_call where ${about}`);
}

/** Questions without an end in the database: their worker was killed, or has no answer yet. */
export function questionsOpen(deployment: Deployment): Promise<number> {
  return count(deployment, `select count(*) from authority_call where ${about} and ended_at is null`);
}

async function questionsHeard({ authority }: Deployment): Promise<number> {
  return (await authority.control<unknown[]>('GET', '/distribution/questions')).length;
}

function filesStored(deployment: Deployment): Promise<number> {
  return count(deployment, 'select count(*) from received_file');
}

async function isWriteWaiting(deployment: Deployment): Promise<boolean> {
  const waiting = await count(
    deployment,
    `select count(*) from pg_locks where relation = 'received_file'::regclass and not granted`,
  );
  return waiting > 0;
}

async function count({ orm }: Deployment, sql: string): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ count: string }[]>(sql);
  return Number(row?.count);
}
