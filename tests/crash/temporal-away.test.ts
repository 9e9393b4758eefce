import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { demoSale } from '../../local/demo-sale.ts';
import { emissionId } from '../../temporal/names.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { expectEachIssuedOnce } from './evidence.ts';

const unavailable = { status: 503, body: { statusCode: 503, code: 'service_unavailable' } };

let plant: Plant;
let drafts = 0;
beforeAll(async () => {
  plant = await openPlant();
}, 120_000);
afterEach(() => plant.link.flow('open'));
afterAll(() => plant?.close());

test('emit answers 503 while Temporal does not answer, and a draft stays as it was', async () => {
  const id = await draft();
  const before = await view(id);
  plant.link.flow('swallow');
  expect(await emit(id)).toMatchObject(unavailable);
  plant.link.flow('open');
  expect(await view(id)).toEqual(before);
  await emitted(id);
  await expectEachIssuedOnce(plant, drafts);
}, 120_000);

test('emit answers 503 while Temporal is gone, and a rejected document keeps its number and its reason', async () => {
  await plant.authority.control('PUT', '/scenario', { answer: { cStat: 778 }, times: 1 });
  const id = await draft();
  await emitted(id);
  const before = await until('the rejection', async () => {
    const seen = await view(id);
    return seen['status'] === 'REJECTED' && seen;
  });
  expect(before['number']).toBe(drafts);

  await plant.temporal.kill();
  expect(await emit(id)).toMatchObject(unavailable);
  expect(await view(id)).toEqual(before);

  await plant.temporal.start();
  await emitted(id);
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
  expect((await view(id))['number']).toBe(drafts);
}, 120_000);

test('a start whose answer got lost is not made twice: the run that claimed the document goes on', async () => {
  // Nobody may claim it within the three seconds that the API waits: that is the next test.
  const id = await until('a run that claims in time', async () => {
    await connected();
    const document = await draft();
    plant.link.flow('mute');
    const { status, body } = await emit(document).finally(() => plant.link.flow('open'));
    if (status === 202) expect(body).toMatchObject({ documentId: document, runId: expect.any(String) });
    return status === 202 && document;
  });
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
}, 120_000);

test('a start whose answer got lost and that nobody claimed in time finds nothing to do, and the draft can be emitted', async () => {
  // An API that had to wait for its machine may have given up before anything left it.
  const { id, run } = await until('a start that arrives', async () => {
    await connected();
    const document = await draft();
    await plant.workers[0]?.kill();
    plant.link.flow('mute');
    const answer = await emit(document).finally(() => plant.link.flow('open'));
    const left = await view(document);
    await plant.workers[0]?.start();
    expect(answer).toMatchObject(unavailable);
    expect(left).toMatchObject({ status: 'DRAFT', number: 0 });
    const started = plant.client.workflow.getHandle(emissionId(document, 1));
    await started.describe();
    return { id: document, run: started };
  });
  expect(await run.result()).toBe('SKIPPED');
  await emitted(id);
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
}, 120_000);

async function draft(): Promise<string> {
  drafts += 1;
  const { status, body } = await plant.erp.call('POST', '/v1/fiscal-documents', {
    ...demoSale(`away-${drafts}`),
    emit: false,
  });
  expect(status).toBe(201);
  return String(body['id']);
}

/** The API holds an open connection to Temporal: what it says next arrives. */
const connected = async () => emitted(await draft());
const emit = (id: string) => plant.erp.call('POST', `/v1/fiscal-documents/${id}/emit`);
const emitted = (id: string) => until('the emission is taken', async () => (await emit(id)).status === 202);

async function view(id: string): Promise<Record<string, unknown>> {
  const { body } = await plant.erp.call('GET', `/v1/fiscal-documents/${id}`);
  return { ...body, updatedAt: null };
}
