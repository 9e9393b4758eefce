import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { cancellationCodes } from '../../domain/received/arrival.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { SupplierEventName } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { reconciliationId } from '../../temporal/names.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import type { Deployment } from '../support/servers/deployment.ts';

/** The events that each endpoint subscribes to, by its path. */
const subscriptions = {
  purchases: ['RECEIVED_DOCUMENT_CREATED', 'PAYABLE_CREATED'],
  changes: ['RECEIVED_DOCUMENT_UPDATED'],
  cancellations: ['SUPPLIER_CANCELLED'],
  dues: ['PAYABLE_DUE'],
} satisfies Record<string, SupplierEventName[]>;

/** Ids of notes that a later lot cancelled than the one that brought them; files with the same moment are of one lot. */
const changedLater = `
  select n.id from received_document n join received_file f on f.received_document_id = n.id
    join received_document e on (e.company_id, e.access_key) = (n.company_id, n.access_key) and e.event_code in (${cancellationCodes
      .map((code) => `'${code}'`)
      .join()})
    join received_file g on g.received_document_id = e.id
  where n.company_id = ? and n.event_code = '' and f.received_at <> g.received_at`;

type ReceivedEvent = { id: string; type: string; data: { id: string } };

export type SupplierReceiver = Awaited<ReturnType<typeof openSupplierReceiver>>;

/** A webhook receiver for events about what suppliers issue to companies. */
export async function openSupplierReceiver() {
  const arrivals: (ReceivedEvent & { path: string })[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request;
      if (headers['x-webhook-event'] !== 'webhook.ping')
        arrivals.push({ path, ...(JSON.parse(body) as ReceivedEvent) });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    /** Registers an endpoint of a company for each subscription. */
    async subscribe({ id }: Company, erp: Erp): Promise<void> {
      for (const [name, events] of Object.entries(subscriptions)) {
        const order = { url: `http://127.0.0.1:${port}/${id}/${name}`, events };
        expect(await erp.ask('POST', '/v1/webhooks', order)).toMatchObject({ status: 201 });
      }
    },
    /** Waits until no event is left to be written or delivered. */
    async untilAllTold({ orm, client }: Deployment): Promise<void> {
      await client.schedule.getHandle(reconciliationId).trigger();
      const unsaid = `
        select p.id from payable p where p.status = 'OPEN' and not exists (
          select from event e where e.company_id = p.company_id and e.type = 'PAYABLE_DUE' and e.data ->> 'id' = p.id::text) limit 1`;
      await until(
        'what is due is told of',
        async () => (await acrossCompanies(orm).execute<unknown[]>(unsaid)).length === 0,
      );
      const open = `select id from webhook_delivery where status <> 'SUCCEEDED' limit 1`;
      await until('all is told', async () => (await acrossCompanies(orm).execute<unknown[]>(open)).length === 0);
    },
    /**
     * Expects that every received note of a company, every change after its arrival, every cancellation by its supplier, and every payable
     * (when it arose and when it was due) was reported under one event id, and nothing else. A payable that was cancelled on its due date
     * may have been reported before.
     *
     * @returns how many notes changed
     */
    async expectEachToldOnce({ orm }: Deployment, { id: company }: Company): Promise<number> {
      const em = acrossCompanies(orm);
      const notes = await em.find(ReceivedDocument, { company, eventCode: '' });
      const payables = await em.find(Payable, { company });
      const cancelled = notes.filter(({ status, role }) => status === 'CANCELLED' && role === 'RECIPIENT');
      const changed = await em.execute<{ id: string }[]>(changedLater, [company]);
      expect(Math.min(cancelled.length, payables.length)).toBeGreaterThan(0);
      const due = [
        ...notes.map(({ id }) => `purchases received_document.created ${id}`),
        ...changed.map(({ id }) => `changes received_document.updated ${id}`),
        ...payables.map(({ id }) => `purchases payable.created ${id}`),
        ...payables.filter(({ status }) => status === 'OPEN').map(({ id }) => `dues payable.due ${id}`),
        ...cancelled.map(({ id }) => `cancellations supplier.cancelled ${id}`),
      ];
      const maybe = new Set(
        payables.filter(({ status }) => status !== 'OPEN').map(({ id }) => `dues payable.due ${id}`),
      );
      const told = new Map<string, string>();
      for (const { path, id, type, data } of arrivals) {
        const [, of, name] = path.split('/');
        if (of === company) told.set(`${name} ${id}`, `${name} ${type} ${data.id}`); // a delivery may arrive twice, with one id
      }
      const said = [...told.values()];
      expect(new Set(said).size).toBe(said.length);
      expect(said.filter((one) => !maybe.has(one)).toSorted()).toEqual(due.toSorted());
      return changed.length;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
