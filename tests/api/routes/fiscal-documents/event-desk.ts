import { LockMode } from '@mikro-orm/core';
import { Worker } from '@temporalio/worker';
import type { EventEnd } from '../../../../domain/conversation/progress.ts';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { queues } from '../../../../temporal/names.ts';
import { testDatabase, workflowBundle } from '../../../support/servers/parts.ts';
import { testTemporal } from '../../../support/servers/temporal.ts';
import { startApi, type TestApi } from '../../fixture.ts';

/** An API with a worker that registers or refuses events as the test says, without an authority. */
export type EventDesk = {
  api: TestApi;
  /** An API on the same database whose requests wait no longer than so many milliseconds. */
  hastyApi(patienceMs: number): Promise<TestApi>;
  /** Sets the answer to events from now on, and empties `sent`. */
  answer(end: EventEnd): void;
  /** Holds the answers to events from now on, until the returned function is called. */
  hold(): () => void;
  /** Every event that was sent, as `<event>/<attempt>`. */
  readonly sent: readonly string[];
  close(): Promise<void>;
};

export async function openEventDesk(): Promise<EventDesk> {
  const temporal = await testTemporal();
  const databaseUrl = await testDatabase();
  const parts = { temporal: temporal.client, databaseUrl };
  const api = await startApi(parts);
  let next: EventEnd = { status: 'REGISTERED', cStat: '135', reason: null };
  let sent: string[] = [];
  let held = Promise.resolve();
  const worker = await Worker.create({
    connection: temporal.native,
    workflowBundle,
    taskQueue: queues.events,
    activities: {
      prepareEvent: async () => ({ kind: 'ready' }),
      register: async (id: string, attempt: number) => {
        sent.push(`${id}/${attempt}`);
        await held;
        await acrossCompanies(api.orm).transactional(async (em) => {
          const event = await em.findOneOrFail(DocumentEvent, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
          em.assign(event, { status: next.status, cStat: next.cStat, reason: next.reason });
        });
        return { kind: 'settled', end: next };
      },
    },
  });
  const running = worker.run();
  return {
    api,
    hastyApi: (patienceMs) => startApi({ ...parts, patienceMs }),
    answer(end) {
      next = end;
      sent = [];
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    get sent() {
      return sent;
    },
    async close() {
      worker.shutdown();
      await running;
      await api.close();
      await temporal.close();
    },
  };
}
