import { isGrpcServiceError } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../domain/documents/document.entity.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId, webhooksId } from '../../temporal/names.ts';
import { startEmission } from '../../temporal/start.ts';
import { newCompany } from '../api/fixture.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { type TestTemporal, testTemporal } from '../support/servers/temporal.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let temporal: TestTemporal;
let panel: Panel;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let admin: Awaited<ReturnType<Panel['person']>>;

beforeAll(async () => {
  temporal = await testTemporal();
  panel = await startPanel({ temporal: temporal.client });
  ({ company } = await newCompany(panel.orm));
  admin = await panel.person(company.id);
});
afterAll(async () => {
  await panel.close();
  await temporal.close();
});

const em = () => acrossCompanies(panel.orm);

/** The code of gRPC. */
const notFound = 5;

/** The signals that a run got; null if there is no run. */
async function signals(workflowId: string): Promise<string[] | null> {
  try {
    const { events } = await temporal.client.workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: got }) =>
      got ? [got.signalName ?? ''] : [],
    );
  } catch (error) {
    if (isGrpcServiceError(error) && Number(error.code) === notFound) return null;
    throw error;
  }
}

test('what waits is told to try now, and who asked is written down; what has no run is left to reconciliation', async () => {
  const { id } = await processingDocument(panel.orm, company);
  const { attempt } = await em().findOneOrFail(Document, { id });
  const path = `/e/${company.taxId}/atencao`;
  const lost = await admin.post(`${path}/tentar`, { que: 'document', id });
  expect(lost.location).toBe(`${path}?feito=retomado`);
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(temporal.client, start);
  const told = await admin.post(`${path}/tentar`, { que: 'document', id });
  expect(told.location).toBe(`${path}?feito=avisado`);
  expect((await admin.get(told.location!)).text).toContain('Avisado: tenta agora.');
  expect(await signals(emissionId(id, attempt))).toHaveLength(1);
  const entries = await em().execute(
    `select actor_kind from audit_entry where subject_id = ? and action = 'RETRY_REQUESTED'`,
    [id],
  );
  expect(entries).toEqual([{ actor_kind: 'PERSON' }, { actor_kind: 'PERSON' }]);
});

test('the actor of each endpoint is woken that has something to deliver again, and no other', async () => {
  const [one, two] = [await newEndpoint(panel.orm, { company }), await newEndpoint(panel.orm, { company })];
  const rows = em();
  for (const [endpoint, status] of [
    [one.id, 'FAILED'],
    [two.id, 'SUCCEEDED'],
  ] as const) {
    const event = rows.create(Event, { id: newEventId(), company: company.id, type: 'DOCUMENT_AUTHORIZED', data: {} });
    rows.create(WebhookDelivery, { company: company.id, endpoint, event: event.id, status });
  }
  await rows.flush();
  await admin.post(`/e/${company.taxId}/webhooks/entregas/reenviar`, { quantas: '1' });
  expect(await signals(webhooksId(one.id))).toHaveLength(1);
  expect(await signals(webhooksId(two.id))).toBeNull();
});

test('an office hears of an answer: the actors of its endpoints are woken', async () => {
  const { office } = await newOffice(panel.orm);
  const { id: endpoint } = await newEndpoint(panel.orm, { office });
  const { id } = await linkOf(panel.orm, office, company, { status: 'PENDING' });
  await admin.post(`/e/${company.taxId}/escritorio/${id}/aceitar`);
  expect(await em().count(WebhookDelivery, { endpoint })).toBe(1);
  expect(await signals(webhooksId(endpoint))).toHaveLength(1);
});

test('sources are asked, and then not before their hour is over', async () => {
  const path = `/e/${company.taxId}/atencao`;
  expect((await admin.post(`${path}/consultar`)).location).toBe(`${path}?feito=consultando`);
  const again = await admin.post(`${path}/consultar`);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('pedem uma hora entre consultas')]);
});
