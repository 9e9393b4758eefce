import type { Deployment } from '../support/servers/deployment.ts';
import { registeredOf, rowsAbout } from './registration-evidence.ts';
import type { RegistrationRequest } from './registration-requests.ts';

/** The moment of requests at which a process is killed. */
export type Moment = {
  /** The authority's scenario until the kill. */
  scenario: object[];
  /** Whether nothing that the API sends reaches Temporal until the kill. */
  isCutOff: boolean;
  /** Whether the requests have reached the moment. */
  isReached: (deployment: Deployment, requests: readonly RegistrationRequest[]) => Promise<boolean>;
  /** Whether, on a machine that is quick enough, none of them is recorded as done at the kill. */
  isEarly: boolean;
};

const services = ['RecepcaoEvento', 'NfseEvento', 'NfeInutilizacao'] as const;
const ordinary = { scenario: [], isCutOff: false, isEarly: false };

/** All requests have rows: they are about to be prepared, prepared, about to be sent, or sent. */
export const taken: Moment = { ...ordinary, isReached: areTaken };

/** All requests have rows, and none has a workflow. */
export const unstarted: Moment = { ...ordinary, isCutOff: true, isEarly: true, isReached: areTaken };

/** The authority has registered all of them, and has not answered yet. */
export const registered: Moment = {
  ...ordinary,
  scenario: toEach({ latencyMs: 8_000 }),
  isEarly: true,
  isReached: areRegistered,
};

/** The authority has registered all of them, and the answers are lost: only questions can find them. */
export const answerLost: Moment = { ...ordinary, scenario: toEach({ drop: 'after' }), isReached: areRegistered };

/** One of them is recorded as done, the others are about to be. */
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
