import { randomBytes } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { Duration } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { v7 as uuid } from 'uuid';
import { webhookActivities, type DeliveryParts } from '../../../activities/webhooks/index.ts';
import { createWorkMetrics } from '../../../adapters/metrics/work-metrics.ts';
import type { Deliverer, Delivery, DeliveryOutcome } from '../../../adapters/outbound/deliver.ts';
import { createLogger } from '../../../config/logger.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { type MasterKey, masterKey, seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookAttempt, WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { anotherRound } from '../../../domain/webhooks/retry.ts';
import { newWebhookSecret } from '../../../domain/webhooks/signature.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { queues, webhooksId } from '../../../temporal/names.ts';
import { wakeEndpoint } from '../../../temporal/start.ts';
import { runWorkers } from '../../../worker/worker.ts';
import { untilTemporalTakes } from '../../support/checks/until.ts';
import { testOrm, workflowBundle } from '../../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../../support/servers/time-skipping.ts';

/** One POST as the script gets it. */
export type Post = Delivery & { eventId: string };
export type Script = (post: Post) => Partial<DeliveryOutcome> | Promise<Partial<DeliveryOutcome>>;

export const delivered: Partial<DeliveryOutcome> = { ok: true, status: 204, body: '', error: null };
export const refused: Partial<DeliveryOutcome> = {
  ok: false,
  status: 500,
  body: 'cheio',
  error: 'O endereço respondeu 500; esperava 2xx.',
};

/** Actors of endpoints on a real database, a Temporal whose timers take no time, and receivers that answer by a script. */
export type Scene = {
  client: Client;
  orm: Orm;
  masterKey: MasterKey;
  company: Company;
  /** All POSTs, in order. */
  posts: Post[];
  /** The time in Temporal. */
  now(): Promise<Date>;
  /** Adds an endpoint of the company, or of an office. */
  addEndpoint(office?: { id: string }): Promise<string>;
  /** Adds a delivery that is due from `since` on, by default now. */
  addDelivery(endpointId: string, since?: Date): Promise<string>;
  /** Adds so many deliveries at once, as the outbox does. @returns the ids of their events */
  addDeliveries(endpointId: string, count: number): Promise<string[]>;
  /** Redelivers as the API does, without waking the actor. */
  redeliver(deliveryId: string): Promise<void>;
  /** Changes an endpoint as the API does, without waking the actor. */
  change(
    endpointId: string,
    to: Partial<Pick<WebhookEndpoint, 'isActive' | 'consecutiveFailures' | 'url'>>,
  ): Promise<void>;
  /** Gives the endpoint another secret. @returns it */
  rotate(endpointId: string): Promise<string>;
  wake(endpointId: string): Promise<void>;
  /** Lets time pass, which takes no time only here and in `ended`. */
  sleep(duration: Duration): Promise<void>;
  /** Sets the script by which receivers answer from now on. */
  answer(script: Script, options?: SceneOptions): void;
  /** Deactivates every endpoint, so that deliveries of one test do not disturb the next. */
  retire(): Promise<void>;
  /** Stops the worker and starts another. */
  restart(): Promise<void>;
  /** Waits for the end of an endpoint's actor. */
  ended(endpointId: string): Promise<void>;
  endpoint(id: string): Promise<WebhookEndpoint>;
  delivery(id: string): Promise<WebhookDelivery>;
  attempts(deliveryId: string): Promise<WebhookAttempt[]>;
  close(): Promise<void>;
};

/** Replacements for the skipped time, the fixed chance and the script. */
export type SceneOptions = Partial<Pick<DeliveryParts, 'now' | 'chance' | 'deliverer'>>;

export async function openScene(): Promise<Scene> {
  const [environment, orm] = await Promise.all([timeSkippingEnvironment(), testOrm()]);
  const sealing = masterKey(randomBytes(32));
  const company = await createCompany(acrossCompanies(orm), demoCompany);
  const posts: Post[] = [];
  const now = async (): Promise<Date> => new Date(await environment.currentTimeMs());
  const em = () => acrossCompanies(orm);
  const sealed = (id: string, secret: string, owner = company.id) =>
    seal(sealing, sealOwner.webhookSecret(owner, id), secret);

  const logger = createLogger({ level: 'error', format: 'json' }, 'test');
  const metrics = createWorkMetrics(new Registry());
  const plain = { metrics, orm, masterKey: sealing, logger, now: scheduledTime, chance: () => 0.5 };
  const parts: DeliveryParts = { ...plain, deliverer: scripted(() => delivered, posts) };
  let stop = await startWorkers(environment, parts);

  return {
    ...{ client: environment.client, orm, masterKey: sealing, company, posts, now },

    async addEndpoint(office) {
      const id = uuid();
      const sealedSecret = sealed(id, newWebhookSecret(), office?.id);
      const url = `https://erp.example.com/${id}`;
      const tx = em();
      const owner = office ? { office: office.id } : { company: company.id };
      tx.create(WebhookEndpoint, { ...owner, id, url, events: [], sealedSecret });
      await tx.flush();
      return id;
    },

    async addDelivery(endpoint, since) {
      const tx = em();
      const data = { message: 'Teste' };
      const event = tx.create(Event, { id: newEventId(), company: company.id, type: 'WEBHOOK_TEST', data });
      const nextAttemptAt = since ?? (await now());
      const { office } = await tx.findOneOrFail(WebhookEndpoint, { id: endpoint });
      const receiver = { company: company.id, office: office ?? null, endpoint };
      const due = { ...receiver, event: event.id, nextAttemptAt, createdAt: nextAttemptAt };
      const delivery = tx.create(WebhookDelivery, due);
      await tx.flush();
      return delivery.id;
    },

    async addDeliveries(endpoint, count) {
      const rows = await em().execute<{ id: string }[]>(eventsAndDeliveries, [
        company.id,
        count,
        endpoint,
        await now(),
      ]);
      return rows.map(({ id }) => id);
    },
    async redeliver(id) {
      await em().nativeUpdate(WebhookDelivery, { id }, anotherRound(await now()));
    },
    async change(id, to) {
      await em().nativeUpdate(WebhookEndpoint, { id }, to);
    },
    async rotate(id) {
      const secret = newWebhookSecret();
      await em().nativeUpdate(WebhookEndpoint, { id }, { sealedSecret: sealed(id, secret) });
      return secret;
    },

    sleep: (duration) => environment.sleep(duration),
    async wake(endpointId) {
      await untilTemporalTakes(() => wakeEndpoint(environment.client, { endpointId, ownerLabel: company.taxId }));
    },

    answer(script, options = {}) {
      Object.assign(parts, plain, { deliverer: scripted(script, posts) }, options);
    },
    async retire() {
      await em().nativeUpdate(WebhookEndpoint, {}, { isActive: false });
    },
    async restart() {
      await stop();
      stop = await startWorkers(environment, parts);
    },

    async ended(endpointId) {
      await environment.client.workflow.getHandle(webhooksId(endpointId)).result();
    },

    endpoint: (id) => em().findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] }),
    delivery: (id) => em().findOneOrFail(WebhookDelivery, { id }),
    attempts: (delivery) => em().find(WebhookAttempt, { delivery }, { orderBy: { number: 'asc' } }),
    async close() {
      await stop();
      await environment.teardown();
      await orm.close();
    },
  };
}

const eventsAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, data, created_at)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ?, 'WEBHOOK_TEST', '{"message":"Teste"}', now()
    from generate_series(1, ?) returning id, company_id
  )
  insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, next_attempt_at, created_at)
  select gen_random_uuid(), company_id, ?, id, 'PENDING', ?, now() from happened
  returning event_id as id`;

/** @returns a function that stops them */
async function startWorkers(environment: TestWorkflowEnvironment, parts: DeliveryParts): Promise<() => Promise<void>> {
  const place = { connection: environment.nativeConnection, activities: webhookActivities(parts) };
  const workers = await Promise.all([
    // Without a cache each step is a replay; with one, the server would stop skipping time for a run whose worker went away.
    Worker.create({ ...place, taskQueue: queues.webhooks, workflowBundle, maxCachedWorkflows: 0 }),
    Worker.create({ ...place, taskQueue: queues.webhooksInTrouble }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

/** The time at which Temporal scheduled the activity that calls this: skipped time passes from run to run. */
function scheduledTime(): Date {
  return new Date(Context.current().info.currentAttemptScheduledTimestampMs);
}

function scripted(script: Script, posts: Post[]): Deliverer {
  return {
    async deliver(delivery) {
      const { id: eventId } = JSON.parse(delivery.body) as { id: string };
      const post = { ...delivery, eventId };
      posts.push(post);
      const plain = { ok: false, status: null, body: null, error: null, durationMs: 1, retryAfterSeconds: null };
      return { ...plain, ...(await script(post)) };
    },
    close: async () => {},
  };
}
