import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { AuthorityActivities } from '../../activities/authority/index.ts';
import { authorityId, messages, queues } from '../../temporal/names.ts';
import type { authority } from '../../workflows/index.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';
import { until } from '../support/checks/until.ts';

type Outlook = Awaited<ReturnType<AuthorityActivities['judge']>>;

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
});
afterAll(() => environment?.teardown());

const service = { authorizer: 'SP', environment: 'HOMOLOGATION', model: '65' } as const;
const shut: Outlook = {
  details: '**Parado** desde 24/11/2026 09:00:00 (Brasília): A SEFAZ não responde: Sem conexão.',
  summary: 'Serviço parado: próxima consulta de status',
  standing: 'SHUT',
  waitMs: 30_000,
  isToLetGo: false,
};
const open: Outlook = { ...shut, standing: 'OPEN', details: '**Em operação**', waitMs: null };

test('a service that is well is looked at once, and its judge ends', async () => {
  expect(await judge([open])).toMatchObject({ visits: 1, waitedSeconds: 0 });
});

test('a service that is shut is looked at again when it may be asked, and the history says why', async () => {
  const { visits, waitedSeconds, timers } = await judge([shut, shut, shut, open]);
  expect(visits).toBe(4);
  expect(waitedSeconds).toBe(90);
  expect(timers).toEqual([shut.summary, shut.summary, shut.summary]);
});

test('who wakes it is heard before the time: it looks, and the look decides whether it asks', async () => {
  const { visits } = await judge([{ ...shut, waitMs: 86_400_000 }, open], async (run) => {
    await until('its first look', async () =>
      (await run.fetchHistory()).events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes),
    );
    await run.signal(messages.woken);
  });
  expect(visits).toBe(2);
});

test('late notes are let go without a pause between two stretches, and it looks at the service after each', async () => {
  const late = { ...open, waitMs: 2_000, isToLetGo: true };
  expect(await judge([shut, late, late, open])).toMatchObject({ visits: 4, stretches: 2, waitedSeconds: 30 });
});

async function judge(
  outlooks: Outlook[],
  meanwhile: (run: WorkflowHandle<typeof authority>) => Promise<unknown> = async () => {},
) {
  const seen = { visits: 0, stretches: 0 };
  const activities: AuthorityActivities = {
    judge: async () => outlooks[seen.visits++] ?? open,
    letGo: async () => {
      seen.stretches += 1;
      return { transmitted: 10, left: 0 };
    },
  };
  const { client, nativeConnection: connection } = environment;
  const worker = await Worker.create({ connection, taskQueue: queues.authority, activities, workflowBundle });
  return worker.runUntil(async () => {
    const run = await client.workflow.start<typeof authority>('authority', {
      taskQueue: queues.authority,
      workflowId: authorityId(service),
      args: [service],
    });
    await meanwhile(run);
    await run.result();
    const { events } = await run.fetchHistory();
    const started = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
    const timers = started.map(({ userMetadata }) =>
      defaultPayloadConverter.fromPayload<string>(userMetadata!.summary!),
    );
    const waitedSeconds = started.reduce(
      (sum, { timerStartedEventAttributes: timer }) => sum + Number(timer?.startToFireTimeout?.seconds ?? 0),
      0,
    );
    return { ...seen, timers, waitedSeconds };
  });
}
