import { expect } from 'vitest';
import type { Deployment } from '../support/servers/deployment.ts';
import type { Answer } from '../support/clients/erp.ts';
import { watchFor } from '../support/checks/until.ts';
import type { Moment } from './moments.ts';
import { expectEachDoneOnce, rowsAbout, sendCount } from './registration-evidence.ts';
import { type RegistrationRequest, planRequests } from './registration-requests.ts';

/** Requests for each kill, by an ERP that repeats a request until it is answered, whatever fails. */
export type RequestRounds = {
  /** How many notes were issued for the requests. */
  notes: number;
  /** Sends the requests of a kill and waits until they reach its moment; the scenarios in `besides` stay in force. */
  begin(kill: number, besides?: readonly object[]): Promise<void>;
  /** Checks the state of the requests after the kill, and puts authority and link back to normal. */
  checkLeft(kill: number): Promise<void>;
  /** Waits for all answers, and expects that some kills came before requests were done, and that each was done once. */
  expectDoneOnce(): Promise<void>;
  /** Sends all requests once more, and expects that they are found and nothing is sent to the authority. */
  expectFound(): Promise<void>;
};

/** @param moments of the requests at each kill, used in turn */
export async function openRequestRounds(
  deployment: Deployment,
  kills: number,
  moments: readonly Moment[],
): Promise<RequestRounds> {
  const { notes, requestsOf } = await planRequests(deployment, kills);
  const momentOf = (kill: number): Moment => moments[kill % moments.length]!;
  const asked: { request: RegistrationRequest; answer: Promise<Answer> }[] = [];
  let killsInTime = 0;
  const ask = ({ erp = deployment.erp, method, path, body }: RegistrationRequest): Promise<Answer> =>
    erp.ask(method, path, body);

  return {
    notes,

    async begin(kill, besides = []) {
      const { scenario, isCutOff, isReached } = momentOf(kill);
      const requests = requestsOf(kill);
      const places = new Set(requests.map(placeOf));
      const before = asked.filter(({ request }) => places.has(placeOf(request)));
      await Promise.all(before.map(({ answer }) => answer)); // requests about one note come one after the other
      await deployment.authority.control('PUT', '/scenario', [...besides, ...scenario]);
      if (isCutOff) deployment.link.flow('swallow');
      asked.push(...requests.map((request) => ({ request, answer: ask(request) })));
      await watchFor('the requests have come far enough', () => isReached(deployment, requests));
    },

    async checkLeft(kill) {
      const left = await rowsAbout(deployment, requestsOf(kill));
      if (momentOf(kill).isEarly && !left.some(({ isSettled }) => isSettled)) killsInTime += 1;
      deployment.link.flow('open');
      await deployment.authority.control('DELETE', '/scenario');
    },

    async expectDoneOnce() {
      expect(killsInTime).toBeGreaterThan(0);
      for (const { request, answer } of asked) expectDone(request, await answer);
      const requests = asked.map(({ request }) => request);
      await expectEachDoneOnce(deployment, requests);
    },

    async expectFound() {
      const sends = await sendCount(deployment);
      const latest = new Map(asked.map(({ request }) => [placeOf(request), request]));
      for (const request of latest.values()) expectDone(request, await ask(request));
      expect(await sendCount(deployment)).toBe(sends);
    },
  };
}

/** The note or the range that a request is about. */
function placeOf({ subject }: RegistrationRequest): string {
  return 'accessKey' in subject ? subject.accessKey : String(subject.first);
}

function expectDone(request: RegistrationRequest, answer: Answer): void {
  expect({ ...request.subject, isDone: request.isDone(answer), answer }).toMatchObject({ isDone: true });
}
