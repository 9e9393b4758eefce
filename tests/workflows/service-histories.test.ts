import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoService } from '../../local/demo/sales.ts';
import { emissionId, fiscalEventId, messages } from '../../temporal/names.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { until } from '../support/checks/until.ts';
import { openServed, type Served } from '../support/servers/served.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';
import { type RecordedRuns, recordedRuns } from './recorded-runs.ts';

quietRuntime();
let served: Served;
let runs: RecordedRuns;
beforeAll(async () => {
  served = await openServed();
  runs = recordedRuns(served, served.erp);
});
afterEach(() => served.authority.control('DELETE', '/scenario'));
afterAll(() => served?.close());

test('an NFS-e that is authorized', async () => {
  await runs.recordEmission(await issue(), 'AUTHORIZED', 'emission-nfse-authorized');
});

test('an NFS-e that is rejected', async () => {
  await scenario({ nfse: { refuse: 'E0312' } });
  await runs.recordEmission(await issue(), 'REJECTED', 'emission-nfse-rejected');
});

test('an NFS-e whose answer got lost', async () => {
  await scenario({ drop: 'after' });
  await runs.recordEmission(await issue(), 'AUTHORIZED', 'emission-nfse-answer-lost');
});

test('an NFS-e that waited for a certificate to be mended', async () => {
  await scenario({ nfse: { refuse: 'E1203' } });
  const id = await issue();
  await runs.waits(id);
  await served.client.workflow.getHandle(emissionId(id, 1)).signal(messages.mended);
  await runs.recordEmission(id, 'AUTHORIZED', 'emission-nfse-mended');
});

test('a cancellation of an NFS-e', async () => {
  const id = await runs.authorized(demoService);
  const order = { justification: 'Serviço não prestado, a pedido do tomador', reason: '2' };
  const { status } = await served.erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, order);
  expect(status).toBe(200);
  await recordOnlyEvent(id, 'fiscal-event-nfse-cancellation');
});

test('an NFS-e that takes the place of another, and the run that asks for the event which that has since', async () => {
  const replaces = await runs.authorized(demoService);
  const id = await runs.issue((externalId) => demoService(externalId, { hours: '6', replaces }));
  await runs.recordEmission(id, 'AUTHORIZED', 'emission-nfse-replacing');
  await recordOnlyEvent(replaces, 'fiscal-event-nfse-replaced');
});

const issue = () => runs.issue(demoService);

const scenario = (rule: object) =>
  served.authority.control('PUT', '/scenario', { service: 'NfseEmissao', times: 1, ...rule });

/** Records the run of a document's only event, once it is registered. */
async function recordOnlyEvent(id: string, name: string): Promise<void> {
  const eventId = await until('the event is registered', async () => {
    const [event] = (await runs.view(id))['events'] as { id: string; status: string }[];
    return event?.status === 'REGISTERED' && event.id;
  });
  const workflowId = fiscalEventId(eventId, 1);
  await served.client.workflow.getHandle(workflowId).result();
  await recordHistory(served.client, { workflowId }, name);
}
