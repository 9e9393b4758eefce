import type { Deployment } from '../support/servers/deployment.ts';
import { registeredOf, rowsAbout } from './registration-evidence.ts';
import type { RegistrationRequest } from './registration-requests.ts';

/** How far requests have come when a process is killed. */
export type Moment = {
  /** The authority's scenario until the kill. */
  scenario: object[];
  /** Nothing that the API sends reaches Temporal until the kill. */
  isCutOff: boolean;
  /** Whether the requests have come that far. */
  isReached: (deployment: Deployment, requests: readonly RegistrationRequest[]) => Promise<boolean>;
  /** Whether none of them is recorded as done at the kill, on a machine that is quick enough. */
  isEarly: boolean;
};

const services = ['RecepcaoEvento', 'NfseEvento', 'NfeInutilizacao'] as const;
const ordinary = { scenario: [], isCutOff: false, isEarly: false };

/** All have rows: they are about to be prepared, prepared, about to be sent or sent. */
export const taken: Moment = { ...ordinary, isReached: areTaken };

/** All have rows, and none has a workflow. */
export const unstarted: Moment = { ...ordinary, isCutOff: true, isEarly: true, isReached: areTaken };

/** The authority has registered all, and we have no answer yet. */
export const registered: Moment = {
  ...ordinary,
  scenario: toEach({ latencyMs: 8_000 }),
  isEarly: true,
  isReached: areRegistered,
};

/** The same, and the answers are lost: we learn of it only by asking. */
export const answerLost: Moment = { ...ordinary, scenario: toEach({ drop: 'after' }), isReached: areRegistered };

/** The first of them is recorded as done, others are about to be. */
export const recorded: Moment = { ...ordinary, isReached: isOneSettled };

function toEach(rule: object): object[] {
  return services.map((service) => ({ service, ...rule }));
}

async function areTaken(deployment: Deployment, requests: readonly RegistrationRequest[]): Promise<boolean> {
  return (await rowsAbout(deployment, requests)).length === requests.length;
}

async function areRegistered(deployment: Deployment, requests: readonly RegistrationRequest[]): Promise<boolean> {
  const [rows, books] = await Promise.all([rowsAbout(deployment, requests), registeredOf(deployment, requests)]);
  const entered = new Set(books.map(({ about }) => about));
  return rows.filter(({ about }) => entered.has(about)).length === requests.length;
}

async function isOneSettled(deployment: Deployment, requests: readonly RegistrationRequest[]): Promise<boolean> {
  return (await rowsAbout(deployment, requests)).some(({ isSettled }) => isSettled);
}
