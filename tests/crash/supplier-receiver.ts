import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { SupplierEventName } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import type { Deployment } from '../support/servers/deployment.ts';

/** By the path of the endpoint, what it names. */
const subscriptions = {
  purchases: ['RECEIVED_DOCUMENT_CREATED', 'PAYABLE_CREATED'],
  cancellations: ['SUPPLIER_CANCELLED'],
} satisfies Record<string, SupplierEventName[]>;

type Told = { id: string; type: string; data: { id: string } };

export type SupplierReceiver = Awaited<ReturnType<typeof openSupplierReceiver>>;

/** Hears by webhook what suppliers issue to companies. */
export async function openSupplierReceiver() {
  const arrivals: (Told & { path: string })[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request;
      if (headers['x-webhook-event'] !== 'webhook.ping') arrivals.push({ path, ...(JSON.parse(body) as Told) });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    /** An endpoint of a company for each subscription. */
    async subscribe({ id }: Company, erp: Erp): Promise<void> {
      for (const [name, events] of Object.entries(subscriptions)) {
        const order = { url: `http://127.0.0.1:${port}/${id}/${name}`, events };
        expect(await erp.ask('POST', '/v1/webhooks', order)).toMatchObject({ status: 201 });
      }
    },
    /** Waits until nothing is left to be delivered. */
    async untilAllTold({ orm }: Deployment): Promise<void> {
      const open = `select id from webhook_delivery where status <> 'SUCCEEDED' limit 1`;
      await until('all is told', async () => (await acrossCompanies(orm).execute<unknown[]>(open)).length === 0);
    },
    /** Proves that each note of a company, each that its supplier cancelled and each payable was told under one event id, and nothing else. */
    async expectEachToldOnce({ orm }: Deployment, { id: company }: Company): Promise<void> {
      const em = acrossCompanies(orm);
      const notes = await em.find(ReceivedDocument, { company, eventCode: '' });
      const payables = await em.find(Payable, { company });
      const cancelled = notes.filter(({ status, role }) => status === 'CANCELLED' && role === 'RECIPIENT');
      expect(Math.min(cancelled.length, payables.length)).toBeGreaterThan(0);
      const due = [
        ...notes.map(({ id }) => `purchases received_document.created ${id}`),
        ...payables.map(({ id }) => `purchases payable.created ${id}`),
        ...cancelled.map(({ id }) => `cancellations supplier.cancelled ${id}`),
      ];
      const told = new Map<string, string>();
      for (const { path, id, type, data } of arrivals) {
        const [, of, name] = path.split('/');
        if (of === company) told.set(`${name} ${id}`, `${name} ${type} ${data.id}`); // a delivery may come twice, under one id
      }
      expect([...told.values()].toSorted()).toEqual(due.toSorted());
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
