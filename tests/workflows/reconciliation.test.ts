import { afterAll, beforeAll, expect, test } from 'vitest';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { queues } from '../../temporal/names.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
});
afterAll(() => environment?.teardown());

test('a round whose worker died is made by another within half a minute: the schedule makes none meanwhile', async () => {
  const { nativeConnection: connection, client } = environment;
  const tries: number[] = [];
  const activities = {
    async restart() {
      const { info, cancelled } = Context.current();
      tries.push(info.currentAttemptScheduledTimestampMs);
      if (info.attempt === 1) await cancelled; // the first attempt reports nothing, like one whose worker is gone
      return { documents: info.attempt };
    },
  };
  const worker = await Worker.create({ connection, taskQueue: queues.events, workflowBundle, activities });
  const round = { taskQueue: queues.events, workflowId: 'reconciliation-test' };
  expect(await worker.runUntil(client.workflow.execute('reconciliation', round))).toEqual({ documents: 2 });
  expect(tries[1]! - tries[0]!).toBeLessThan(30_000);
});
