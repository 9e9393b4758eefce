import { Context } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../../domain/webhooks/signature.ts';
import { webhookReceiver } from '../../../local/demo/webhook-receiver.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction, recordEvent, type WakeList } from '../../../operations/outbox.ts';
import { emissionId, fiscalEventId, inutilizationId, messages, queues, webhooksId } from '../../../temporal/names.ts';
import {
  resolveEmission,
  startEmission,
  startFiscalEvent,
  startInutilization,
  wakeEndpoint,
} from '../../../temporal/start.ts';
import { recordHistory } from '../../support/checks/recorder.ts';
import { until } from '../../support/checks/until.ts';
import { authorizedDocument, emissionStart } from '../../support/rows/authorized.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

/** The text for people, which has no word of the fault itself. */
const told = /^Falha interna .*referência ([0-9a-f]{8}), no log do worker/;

let installation: Installation;
let company: Company;
/** The turn that is part of preparing an attempt; if it fails, the activity for a turn tries again. */
const firstTurn = 'first turn';
/** The fault of each activity whose certificate cannot be opened. */
const broken = new Map<string, Error>();
/** The numbers of the attempts that failed. */
const attempts: number[] = [];
const logged: string[] = [];
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
  const { identities, wire, deliverer, logger } = installation.parts;
  const say = wire.say.bind(wire);
  const { byId } = identities;
  const deliver = deliverer.deliver.bind(deliverer);
  const orFault = () => {
    const { activityType, attempt } = Context.current().info;
    const fault = broken.get(activityType);
    if (!fault) return;
    attempts.push(attempt);
    throw fault;
  };
  identities.byId = async (em, id) => (orFault(), byId(em, id));
  wire.say = async (message) => {
    const isFirst = Context.current().info.activityType.startsWith('prepare');
    const fault = isFirst ? broken.get(firstTurn) : undefined;
    if (fault) throw fault;
    return say(message);
  };
  deliverer.deliver = async (delivery) => (orFault(), deliver(delivery));
  logger.error = (line: object | string, facts?: object) => {
    logged.push(JSON.stringify([line, facts]));
    return logger;
  };
});
afterEach(() => {
  broken.clear();
  attempts.length = 0;
  return installation.authority.control('DELETE', '/scenario');
});
afterAll(() => installation?.close());

test('what cannot be prepared says so on the row, in Temporal and in the log, and goes on after the mend', async () => {
  const activities = ['prepare', 'prepareEvent', 'prepareInutilization'];
  const document = await authorizedDocument(installation, company);
  broke(activities);
  const runs = [await note(), await letter(document), await range(1)];
  for (const run of runs) await stoppedVisibly(run);
  broken.clear();
  for (const run of runs) await mend(run);
  expect(await Promise.all(runs.map(({ end }) => end()))).toEqual(['AUTHORIZED', 'REGISTERED', 'AUTHORIZED']);
  await recordHistory(installation.client, { workflowId: runs[0]!.workflowId }, 'emission-fault-mended');
});

test('a turn of a conversation that cannot be taken says so in the same places, and goes on after the mend', async () => {
  const document = await authorizedDocument(installation, company);
  broke([firstTurn, 'authorize', 'register', 'inutilize']);
  const runs = [await note(), await letter(document), await range(5)];
  for (const run of runs) await stoppedVisibly(run);
  broken.clear();
  for (const run of runs) await mend(run);
  expect(await Promise.all(runs.map(({ end }) => end()))).toEqual(['AUTHORIZED', 'REGISTERED', 'AUTHORIZED']);
});

test('what a person decided is carried out after the mend of what kept it from being so', async () => {
  await installation.authority.control('PUT', '/scenario', {
    service: 'NfeAutorizacao',
    answer: { cStat: 539 },
    times: 1,
  });
  const run = await note();
  await until('it is stopped', async () => /Outra chave/.test((await run.reason()) ?? ''));
  broke(['resolve']);
  const [id = ''] = run.workflowId.split('/').slice(1);
  const start = emissionStart(company, { id });
  await resolveEmission(installation.client, start, { adopt: await keyOf(id) });
  await stoppedVisibly(run);
  broken.clear();
  await mend(run);
  // The authority has no such note to adopt: the run stops again, and waits for another decision.
  await until('it waits for a person again', async () => /Parado/.test(await details(run.workflowId)));
  await resolveEmission(installation.client, start, { reject: true });
  expect(await run.end()).toBe('REJECTED');
});

test('deliveries that cannot go out say so, and go out after the mend', async () => {
  const receiver = await webhookReceiver();
  const document = await authorizedDocument(installation, company);
  const endpointId = await endpoint(receiver.url);
  broke(['deliverDue']);
  const wake = async ({ endpoints }: WakeList) => {
    expect([...endpoints]).toEqual([endpointId]);
    await wakeEndpoint(installation.client, { endpointId, ownerLabel: company.taxId });
  };
  await inTransaction(acrossCompanies(installation.orm), wake, (tx) =>
    recordEvent(tx, 'DOCUMENT_AUTHORIZED', document),
  );
  const delivery = () => acrossCompanies(installation.orm).findOneOrFail(WebhookDelivery, { endpoint: endpointId });
  const reason = async () => (await delivery()).errorMessage ?? null;
  const run = { workflowId: webhooksId(endpointId), reason };
  await stoppedVisibly(run);
  expect(await delivery()).toMatchObject({ status: 'PENDING', attempts: 0 });
  broken.clear();
  await mend(run);
  await receiver.arrived('document.authorized', document.id, 600_000);
  await acrossCompanies(installation.orm).nativeDelete(WebhookEndpoint, { id: endpointId });
  await receiver.close();
});

test('a round of reconciliation that cannot start one starts the others, and its fault is seen until it is mended', async () => {
  const lost = await Promise.all([orphan(), orphan()]);
  vi.spyOn(installation.parts.logger, 'info').mockImplementationOnce(() => {
    throw new TypeError('poison');
  });
  await round('faulty');
  for (const { id, attempt } of lost)
    expect(await installation.client.workflow.getHandle(emissionId(id, attempt)).result()).toBe('AUTHORIZED');

  const poison = vi.spyOn(installation.parts.orm.em, 'fork').mockImplementation(() => {
    throw new TypeError('poison');
  });
  await expect(round('poisoned')).rejects.toThrow(WorkflowFailedError);
  poison.mockRestore();
  expect(await round('mended')).toMatchObject({ documents: 0 });
});

test('a database that is away is waited for, however long, and the note goes on by itself', async () => {
  broke([firstTurn]);
  broken.set('authorize', Object.assign(new Error('terminating connection'), { code: '57P01' }));
  const run = await note();
  await until('more attempts than a fault of ours is given', async () => attempts.some((attempt) => attempt > 5));
  expect(await run.reason()).toBe('resposta da SEFAZ');
  broken.clear();
  expect(await run.end()).toBe('AUTHORIZED');
});

const round = (name: string) =>
  installation.client.workflow.execute('reconciliation', {
    taskQueue: queues.events,
    workflowId: `reconciliation-${name}`,
  });

type Run = { workflowId: string; reason: () => Promise<string | null>; end: () => Promise<unknown> };

function broke(activities: string[]): void {
  for (const activity of activities) broken.set(activity, new TypeError(`x is not a function (in ${activity})`));
}

/** Expects the reason on the row and in Temporal, and its reference in the log. */
async function stoppedVisibly({ workflowId, reason }: Pick<Run, 'workflowId' | 'reason'>): Promise<void> {
  const why = await until('the row says so', async () => {
    const waited = (await reason()) ?? '';
    return told.test(waited) && waited;
  });
  expect(why).not.toMatch(/function|TypeError/);
  expect(await until('Temporal says so', async () => (await details(workflowId)).includes(why))).toBe(true);
  const reference = told.exec(why)?.[1] ?? '-';
  expect(logged.find((line) => line.includes(reference))).toContain(workflowId);
}

const mend = ({ workflowId }: Pick<Run, 'workflowId'>) =>
  installation.client.workflow.getHandle(workflowId).signal(messages.mended);

/** What Temporal's UI shows about a run. */
async function details(workflowId: string): Promise<string> {
  const handle = installation.client.workflow.getHandle(workflowId);
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}

async function note(): Promise<Run> {
  const { id, attempt } = await processingDocument(installation.orm, company);
  await startEmission(installation.client, {
    documentId: id,
    attempt,
    companyTaxId: company.taxId,
    documentType: 'NFE',
    title: 'NF-e',
  });
  const workflowId = emissionId(id, attempt);
  const reason = async () => (await found(id)).waitingFor ?? null;
  return { workflowId, reason, end: () => installation.client.workflow.getHandle(workflowId).result() };
}

/** A document whose emission was never started, old enough for reconciliation to find it. */
async function orphan(): Promise<Document> {
  const document = await processingDocument(installation.orm, company);
  const longAgo = new Date(Date.now() - 60_000);
  await acrossCompanies(installation.orm).nativeUpdate(Document, { id: document.id }, { updatedAt: longAgo });
  return document;
}

const found = (id: string) => acrossCompanies(installation.orm).findOneOrFail(Document, { id });

async function keyOf(id: string): Promise<string> {
  return (await found(id)).accessKey ?? '';
}

async function letter(document: Document): Promise<Run> {
  const em = acrossCompanies(installation.orm);
  const id = uuid();
  em.create(DocumentEvent, {
    id,
    company: company.id,
    document: document.id,
    type: 'CORRECTION_LETTER',
    code: '110110',
    sequence: 1,
    correction: 'Endereço de entrega: Rua das Flores, 20',
    occurredAt: new Date(),
  });
  await em.flush();
  const start = {
    eventId: id,
    attempt: 1,
    companyTaxId: company.taxId,
    accessKey: document.accessKey ?? '',
  };
  await startFiscalEvent(installation.client, { ...start, title: 'Carta de correção' });
  const event = () => acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { id });
  const workflowId = fiscalEventId(id, start.attempt);
  const end = async () => {
    await installation.client.workflow.getHandle(workflowId).result();
    return (await event()).status;
  };
  return { workflowId, reason: async () => (await event()).reason ?? null, end };
}

async function range(startNumber: number): Promise<Run> {
  const em = acrossCompanies(installation.orm);
  const id = uuid();
  em.create(Inutilization, {
    id,
    company: company.id,
    environment: company.environment,
    model: '55',
    series: 9,
    startNumber,
    endNumber: startNumber,
    year: String(new Date().getFullYear()).slice(-2),
    justification: 'Falha na sequência do sistema',
  });
  await em.flush();
  await startInutilization(installation.client, { id, attempt: 1, companyTaxId: company.taxId, title: 'série 9' });
  const record = () => acrossCompanies(installation.orm).findOneOrFail(Inutilization, { id });
  const workflowId = inutilizationId(id, 1);
  const end = async () => {
    await installation.client.workflow.getHandle(workflowId).result();
    return (await record()).status;
  };
  return { workflowId, reason: async () => (await record()).reason ?? null, end };
}

async function endpoint(url: string): Promise<string> {
  const id = uuid();
  const sealedSecret = seal(installation.parts.masterKey, sealOwner.webhookSecret(company.id, id), newWebhookSecret());
  const em = acrossCompanies(installation.orm);
  em.create(WebhookEndpoint, { id, company: company.id, url, events: [], sealedSecret });
  await em.flush();
  return id;
}
