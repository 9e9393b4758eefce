import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoSale } from '../../local/demo/sales.ts';
import { emissionId } from '../../temporal/names.ts';
import { until } from '../support/checks/until.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { expectEachIssuedOnce } from './evidence.ts';

const unavailable = { status: 503, body: { statusCode: 503, code: 'service_unavailable' } };

let deployment: Deployment;
let drafts = 0;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.link.flow('open'));
afterAll(() => deployment?.close());

test('emit answers 503 while Temporal does not answer, and a draft stays as it was', async () => {
  const id = await draft();
  const before = await view(id);
  deployment.link.flow('swallow');
  expect(await emit(id)).toMatchObject(unavailable);
  deployment.link.flow('open');
  expect(await view(id)).toEqual(before);
  await emitted(id);
  await expectEachIssuedOnce(deployment, drafts);
});

test('emit answers 503 while Temporal is gone, and a rejected document keeps its number and its reason', async () => {
  await deployment.authority.control('PUT', '/scenario', { answer: { cStat: 778 }, times: 1 });
  const id = await draft();
  await emitted(id);
  const before = await until('the rejection', async () => {
    const seen = await view(id);
    return seen['status'] === 'REJECTED' && seen;
  });
  expect(before['number']).toBe(drafts);

  await deployment.temporal.kill();
  expect(await emit(id)).toMatchObject(unavailable);
  expect(await view(id)).toEqual(before);

  await deployment.temporal.start();
  await emitted(id);
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
  expect((await view(id))['number']).toBe(drafts);
});

test('while Temporal is away sales are accepted, and issued by themselves when it is back', async () => {
  deployment.link.flow('swallow');
  expect(await emit(await draft())).toMatchObject(unavailable);
  const sold = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { status, body } = await deployment.erp.issue();
      return { status, id: String(body['id']) };
    }),
  );
  expect(sold).toEqual(Array(10).fill({ status: 201, id: expect.any(String) }));
  const ready = await fetch(`${deployment.addresses[0]}/health/ready`);
  expect(await ready.json()).toEqual({ status: 'ok', database: 'up', temporal: 'away' });
  deployment.link.flow('open');
  await until('health tells that it is back', async () => {
    const { temporal } = (await (await fetch(`${deployment.addresses[0]}/health/ready`)).json()) as {
      temporal: string;
    };
    return temporal === 'up';
  });
  await until('all are authorized', async () => {
    const views = await Promise.all(sold.map(({ id }) => view(id)));
    return views.every(({ status }) => status === 'AUTHORIZED');
  });
});

test('a start whose answer got lost is not made twice: the run that claimed the document goes on', async () => {
  // A run may not claim the document within the three seconds that the API waits, which the next test covers: so this is repeated.
  const id = await until('a run that claims in time', async () => {
    await connected();
    const document = await draft();
    deployment.link.flow('mute');
    const { status, body } = await emit(document).finally(() => deployment.link.flow('open'));
    if (status === 202) expect(body).toMatchObject({ documentId: document, runId: expect.any(String) });
    return status === 202 && document;
  });
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
});

test('a start whose answer got lost and that nobody claimed in time finds nothing to do, and the draft can be emitted', async () => {
  // On a busy machine the API may give up before it sends anything: so this is repeated.
  const { id, run } = await until('a start that arrives', async () => {
    await connected();
    const document = await draft();
    await deployment.workers[0]?.kill();
    deployment.link.flow('mute');
    const answer = await emit(document).finally(() => deployment.link.flow('open'));
    const left = await view(document);
    await deployment.workers[0]?.start();
    expect(answer).toMatchObject(unavailable);
    expect(left).toMatchObject({ status: 'DRAFT', number: 0 });
    const started = deployment.client.workflow.getHandle(emissionId(document, 1));
    await started.describe();
    return { id: document, run: started };
  });
  expect(await run.result()).toBe('SKIPPED');
  await emitted(id);
  await until('the authorization', async () => (await view(id))['status'] === 'AUTHORIZED');
});

async function draft(): Promise<string> {
  drafts += 1;
  const { status, body } = await deployment.erp.call('POST', '/v1/fiscal-documents', {
    ...demoSale(`away-${drafts}`),
    emit: false,
  });
  expect(status).toBe(201);
  return String(body['id']);
}

/** Makes the API connect to Temporal, so that its next message arrives. */
const connected = async () => emitted(await draft());
const emit = (id: string) => deployment.erp.call('POST', `/v1/fiscal-documents/${id}/emit`);
const emitted = (id: string) => until('the emission is taken', async () => (await emit(id)).status === 202);

async function view(id: string): Promise<Record<string, unknown>> {
  const { body } = await deployment.erp.call('GET', `/v1/fiscal-documents/${id}`);
  return { ...body, updatedAt: null };
}
