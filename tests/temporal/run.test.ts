import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, vi, test } from 'vitest';
import { fiscalEventId, inutilizationId } from '../../temporal/names.ts';
import { awaitFiscalEvent, awaitInutilization, startFiscalEvent, startInutilization } from '../../temporal/start.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';

/** Without workers. */
let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await testTemporal();
});
afterAll(() => temporal.close());

const companyTaxId = '11222333000181';
const id = randomUUID();

test.each([
  {
    of: 'an event',
    start: () =>
      startFiscalEvent(temporal.client, { eventId: id, attempt: 1, companyTaxId, accessKey: '', title: 'teste' }),
    end: () => awaitFiscalEvent(temporal.client, { eventId: id, attempt: 1 }, 500),
    workflowId: fiscalEventId(id, 1),
  },
  {
    of: 'a range of numbers',
    start: () => startInutilization(temporal.client, { id, attempt: 1, companyTaxId, title: 'teste' }),
    end: () => awaitInutilization(temporal.client, { id, attempt: 1 }, 500),
    workflowId: inutilizationId(id, 1),
  },
])('who no longer waits for the end of $of asks Temporal no longer', async ({ start, end, workflowId }) => {
  await start();
  const asking = vi.spyOn(temporal.client.workflowService, 'getWorkflowExecutionHistory');
  expect(await end()).toBeNull();
  const questions = await Promise.allSettled(asking.mock.results.map(({ value }) => value));
  expect(questions.at(-1)).toMatchObject({ status: 'rejected', reason: { details: 'Cancelled on client' } });
  asking.mockRestore();
  await temporal.client.workflow.getHandle(workflowId).terminate('the test is over');
});
