import { randomBytes } from 'node:crypto';
import { Company } from '../../domain/companies/company.entity.ts';
import { erp } from '../../local/demo/erp.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { wakeEndpoint } from '../../temporal/start.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { type Receivers, startReceivers } from './receivers.ts';

/** A company that has registered endpoints, and its key. */
export type Owner = { id: string; taxId: string; key: string };

/** A registered endpoint, and the path at the receivers that it calls. */
export type Endpoint = { id: string; secret: string; path: string; owner: Owner };

/** The product's processes, the receivers beside them, and new companies on demand. */
export type WebhookInstallation = Omit<Installation, 'stop'> & {
  receivers: Receivers;
  company(): Promise<Owner>;
  /** Registers an endpoint through the API, with its ping. */
  register(owner: Owner, path: string): Promise<Endpoint>;
  /** Writes `count` events for this endpoint, due now, as the outbox does. @returns their ids */
  fill(endpoint: Endpoint, count: number): Promise<string[]>;
  wake(endpoint: Endpoint): Promise<void>;
  stop(): Promise<void>;
};

const unlimitedRate = 1_000_000;

/** @param profiles folder for the CPU profile that each Node process writes when it ends */
export async function openWebhookInstallation(
  log: (line: string) => void,
  profiles?: string,
): Promise<WebhookInstallation> {
  const installation = await openInstallation(log, { profiles });
  const receivers = await startReceivers();
  const { orm, api, temporal } = installation;
  return {
    ...installation,
    receivers,
    async company() {
      const em = acrossCompanies(orm);
      const taxId = randomBytes(7).toString('hex').toUpperCase();
      const company = em.create(Company, { taxId, name: 'Empresa', environment: 'HOMOLOGATION', settings: null });
      await em.flush();
      const rate = { ratePerSecond: unlimitedRate, rateBurst: unlimitedRate };
      const scopes = ['webhooks:read', 'webhooks:write'] as const;
      const { secret } = await createKey(acrossCompanies(orm), {
        company,
        name: 'bench',
        scopes: [...scopes],
        ...rate,
      });
      return { id: company.id, taxId, key: secret };
    },
    async register(owner, path) {
      const { id, secret } = await erp(api, owner.key).registerWebhook(`${receivers.origin}${path}`);
      return { id, secret, path, owner };
    },
    async fill({ id, owner }, count) {
      const values = [owner.id, JSON.stringify(data), count, id];
      const rows = await acrossCompanies(orm).execute<{ id: string }[]>(eventsAndDeliveries, values);
      return rows.map((row) => row.id);
    },
    wake: ({ id, owner }) => wakeEndpoint(temporal, { endpointId: id, ownerLabel: owner.taxId }),
    async stop() {
      await installation.stop();
      await receivers.stop();
    },
  };
}

const data = {
  documentId: '01a1fe4b-2f10-7c4e-9d3a-5b8c6e1f0a27',
  id: '01a1fe4b-2f10-7c4e-9d3a-5b8c6e1f0a27',
  type: 'NFE',
  status: 'AUTHORIZED',
  series: 1,
  number: 42,
  accessKey: '35261111222333000181550010000000421234567897',
  totalValue: '119.70',
  externalId: '2026-000123',
  protocolNumber: '135260000012345',
};

const eventsAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, data, created_at)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ?, 'DOCUMENT_AUTHORIZED', ?::jsonb, clock_timestamp()
    from generate_series(1, ?)
    returning id, company_id
  )
  insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, attempts, next_attempt_at, created_at)
  select gen_random_uuid(), company_id, ?, id, 'PENDING', 0, clock_timestamp(), clock_timestamp() from happened
  returning event_id as id`;
