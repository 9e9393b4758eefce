import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import {
  emissionId,
  fiscalEventId,
  inutilizationId,
  messages,
  webhookRetentionId,
  webhooksId,
} from '../../temporal/names.ts';
import { resolveEmission } from '../../temporal/start.ts';
import { emissionStart } from '../support/rows/authorized.ts';
import { openDeployment, type Deployment } from '../support/servers/deployment.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { until } from '../support/checks/until.ts';
import { type RecordedRuns, recordedRuns } from './recorded-runs.ts';

quietRuntime();
let deployment: Deployment;
let runs: RecordedRuns;
let others: RecordedRuns;
let paused: string;
beforeAll(async () => {
  // A pause lasts until its judge may ask again.
  deployment = await openDeployment({ settings: { LAVRA_STATUS_PACE_SECONDS: '8' } });
  runs = recordedRuns(deployment, deployment.erp);
  const { company, erp } = await deployment.openCompany({ taxId: '11444777000161' });
  others = recordedRuns(deployment, erp);
  await deployment.authority.control('PUT', '/scenario', { cnpj: company.taxId, paused: { cStat: 108 }, times: 1 });
  paused = await others.issue();
  await others.waits(paused);
  await listed(paused, 'AUTHORITY_PAUSED');
  // The refusal shut the service for all: the other notes are sent once it is open again.
  await others.becomes(paused, 'AUTHORIZED');
});
afterEach(async () => {
  deployment.link.flow('open');
  await deployment.authority.control('DELETE', '/scenario');
});
afterAll(() => deployment?.close());

test('a note that is authorized', async () => {
  const id = await runs.issue();
  await runs.recordEmission(id, 'AUTHORIZED', 'emission-authorized');
  await told(id);
});

test('a note that is rejected', async () => {
  await scenario({ answer: { cStat: 591 }, times: 1 });
  await runs.recordEmission(await runs.issue(), 'REJECTED', 'emission-rejected');
});

test('a note whose answer got lost', async () => {
  await scenario({ service: 'NfeAutorizacao', drop: 'after', times: 1 });
  await runs.recordEmission(await runs.issue(), 'AUTHORIZED', 'emission-answer-lost');
});

test('a note in a lot that is polled for', async () => {
  await scenario({ asyncLots: { pendingPolls: 1 }, times: 1 });
  await runs.recordEmission(await runs.issue(), 'AUTHORIZED', 'emission-polled');
});

test('a note that waited for a certificate to be mended', async () => {
  await scenario({ service: 'NfeAutorizacao', answer: { cStat: 280 }, times: 1 });
  const id = await runs.issue();
  await runs.waits(id);
  await deployment.client.workflow.getHandle(emissionId(id, 1)).signal(messages.mended);
  await runs.recordEmission(id, 'AUTHORIZED', 'emission-mended');
});

test('a note that stopped until a person decided', async () => {
  await scenario({ service: 'NfeAutorizacao', answer: { cStat: 539 }, times: 1 });
  const id = await runs.issue();
  await runs.waits(id);
  await listed(id, 'PERSON');
  await resolveEmission(deployment.client, emissionStart(deployment.company, { id }), { reject: true });
  await runs.recordEmission(id, 'REJECTED', 'emission-stopped');
  await listed(id, null);
});

test('a cancellation', async () => {
  const id = await runs.authorized();
  const justification = 'Pedido desfeito pelo cliente';
  const { status } = await deployment.erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification });
  expect(status).toBe(200);
  const [event] = (await runs.view(id))['events'] as { id: string }[];
  await recordHistory(
    deployment.client,
    { workflowId: fiscalEventId(String(event?.id), 1) },
    'fiscal-event-cancellation',
  );
});

test('a correction letter', async () => {
  await recordLetter('fiscal-event-correction-letter');
});

test('a correction letter whose answer got lost', async () => {
  await scenario({ service: 'RecepcaoEvento', drop: 'after', times: 1 });
  await recordLetter('fiscal-event-answer-lost');
});

test('a range of numbers whose answer got lost', async () => {
  await scenario({ service: 'NfeInutilizacao', drop: 'after', times: 1 });
  const range = { series: 5, startNumber: 1, endNumber: 3, justification: 'Falha na sequência do sistema' };
  const { status, body } = await deployment.erp.ask('POST', '/v1/fiscal-inutilizations', range);
  expect(status).toBe(200);
  const { id } = body['record'] as { id: string };
  await recordHistory(deployment.client, { workflowId: inutilizationId(id, 1) }, 'inutilization-answer-lost');
});

test('an endpoint that was told of a note', async () => {
  const receiver = await webhookReceiver();
  const order = { url: receiver.url, events: ['DOCUMENT_AUTHORIZED'] };
  const { status, body } = await deployment.erp.call('POST', '/v1/webhooks', order);
  expect(status).toBe(201);
  const workflowId = webhooksId(String(body['id']));
  try {
    for (let times = 0; times < 2; times += 1) {
      await receiver.arrived('document.authorized', await runs.issue(), 600_000);
    }
    await recordHistory(deployment.client, { workflowId }, 'webhook-delivery');
  } finally {
    await deployment.erp.call('DELETE', `/v1/webhooks/${String(body['id'])}`);
    await receiver.close();
  }
});

test('a round that forgets deliveries that ended long ago', async () => {
  await deployment.client.schedule.getHandle(webhookRetentionId).trigger();
  const found = await until('the round', async () => {
    const rounds = deployment.client.workflow.list({ query: `WorkflowType = 'webhookRetention'` });
    for await (const { workflowId, runId } of rounds) return { workflowId, runId };
    return null;
  });
  const forgotten: unknown = await deployment.client.workflow.getHandle(found.workflowId, found.runId).result();
  expect(forgotten).toBe(0);
  await recordHistory(deployment.client, found, 'webhook-retention');
});

test('a document that nobody started is started by reconciliation', async () => {
  deployment.link.flow('swallow');
  const { body } = await deployment.erp.issue();
  expect(body['runId']).toBeNull();
  await runs.becomes(String(body['id']), 'AUTHORIZED');
  await told(String(body['id']));
  const found = await until('the round that found it', async () => {
    const rounds = deployment.client.workflow.list({ query: `WorkflowType = 'reconciliation'` });
    for await (const { workflowId, runId } of rounds) {
      const end: unknown = await deployment.client.workflow.getHandle(workflowId, runId).result();
      if (end !== null && typeof end === 'object' && 'documents' in end && end.documents === 1)
        return { workflowId, runId };
    }
    return null;
  });
  await recordHistory(deployment.client, found, 'reconciliation');
});

test('a note that waited for the service to come back', async () => {
  await listed(paused, null, 'AUTHORIZED');
  await runs.recordEmission(paused, 'AUTHORIZED', 'emission-paused');
});

/** Expects that the run's description names its note. */
async function told(id: string): Promise<void> {
  const { series, number, client, totalValue } = await runs.view(id);
  const run = await deployment.client.workflow.getHandle(emissionId(id, 1)).describe();
  expect(run.searchAttributes['Number']).toEqual([`${String(series)}/${String(number)}`]);
  const clientSnapshot = client as { name: string };
  const note = { type: 'NFE', series: null, number: 0, totalValue: String(totalValue), clientSnapshot } as const;
  expect(await run.staticSummary()).toBe(emissionTitle(note));
}

/** Waits until Temporal's list of runs, which is written later, shows this state of a note that has its number. */
async function listed(id: string, waitingFor: string | null, status?: string): Promise<void> {
  const workflowId = emissionId(id, 1);
  await until(`the list shows ${waitingFor ?? 'no wait'}`, async () => {
    const waits = waitingFor === null ? 'WaitingFor is null' : `WaitingFor = '${waitingFor}'`;
    const ended = status === undefined ? '' : ` and DocumentStatus = '${status}'`;
    const query = `WorkflowId = '${workflowId}' and Number is not null and ${waits}${ended}`;
    return (await deployment.client.workflow.count(query)).count === 1;
  });
}

/** The waiting note belongs to another company, so that these scenarios do not affect it. */
const scenario = (rule: object) =>
  deployment.authority.control('PUT', '/scenario', { cnpj: deployment.company.taxId, ...rule });

async function recordLetter(name: string): Promise<void> {
  const id = await runs.authorized();
  const order = { correction: 'Endereço de entrega: Rua das Flores, 20' };
  const { status, body } = await deployment.erp.ask('POST', `/v1/fiscal-documents/${id}/correction-letter`, order);
  expect(status).toBe(200);
  const { id: eventId, status: end } = body['event'] as { id: string; status: string };
  expect(end).toBe('REGISTERED');
  await recordHistory(deployment.client, { workflowId: fiscalEventId(eventId, 1) }, name);
}
