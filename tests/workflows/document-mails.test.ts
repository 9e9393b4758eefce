import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailsOutlook } from '../../activities/mails/index.ts';
import { documentMailsId, queues } from '../../temporal/names.ts';
import { wakeMails } from '../../temporal/start.ts';
import { runWorkers } from '../../worker/worker.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { untilTemporalTakes } from '../support/checks/until.ts';
import { workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let environment: TestWorkflowEnvironment;
let close: () => Promise<unknown>;
/** The result of each visit, and the companies that were visited. */
let outlooks: MailsOutlook[] = [];
const visited: string[] = [];
beforeAll(async () => {
  environment = await timeSkippingEnvironment();
  const place = { connection: environment.nativeConnection, maxCachedWorkflows: 0 };
  const mailDue = async (companyId: string): Promise<MailsOutlook> => {
    visited.push(companyId);
    return outlooks.shift() ?? { waitMs: null, reason: null };
  };
  const workers = await Promise.all([
    Worker.create({ ...place, taskQueue: queues.webhooks, workflowBundle }),
    Worker.create({ ...place, taskQueue: queues.documentMails, activities: { mailDue } }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  close = async () => {
    stopping.abort();
    await running;
    await environment.teardown();
  };
});
afterAll(() => close?.());

test('the actor of a company visits until nothing waits, rests while the mail server does, and ends', async () => {
  const companyId = randomUUID();
  outlooks = [
    { waitMs: 0, reason: null },
    { waitMs: 900_000, reason: 'O servidor de e-mail mail.example não foi alcançado.' },
    { waitMs: null, reason: null },
  ];
  await untilTemporalTakes(() => wakeMails(environment.client, { companyId, companyTaxId: '11222333000181' }));
  await environment.client.workflow.getHandle(documentMailsId(companyId)).result();
  expect(visited).toEqual([companyId, companyId, companyId]);
  await recordHistory(environment.client, { workflowId: documentMailsId(companyId) }, 'document-mails');
});
