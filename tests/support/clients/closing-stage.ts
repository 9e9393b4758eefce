import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Renderer } from '../../../adapters/rendering/renderer.ts';
import { createApp } from '../../../api/app.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { demoSale } from '../../../local/demo/sales.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { until } from '../checks/until.ts';
import { copies } from '../rows/copies.ts';
import { linkOf, newOffice } from '../rows/office.ts';
import { cnpjOf } from '../samples/tax-ids.ts';
import { type Installation, openInstallation } from '../servers/installation.ts';
import { close } from './closings.ts';
import { createErp, type Erp } from './erp.ts';

/** A company in production that is in the portfolio of an office, and one note of it. */
export type Scene = { company: Company; erp: Erp; office: Office; note: Document };

export type ClosingStage = Awaited<ReturnType<typeof openClosingStage>>;

/** The whole product in this process, with a browser and an API, for tests that close months. */
export async function openClosingStage() {
  const { path } = await chromiumExecutable();
  const installation = await openInstallation({ PUPPETEER_EXECUTABLE_PATH: path });
  const { parts } = installation;
  const { renderer } = parts;
  if (!renderer) throw new Error('there is no browser');
  const server = await served(installation, renderer);
  let companies = 0;
  const newCompany = async (): Promise<Omit<Scene, 'note'>> => {
    companies += 1;
    const taxId = cnpjOf(60_000_000 + companies);
    const { company, key } = await installation.openCompany({ taxId, environment: 'PRODUCTION' });
    const { office } = await newOffice(installation.orm);
    await linkOf(installation.orm, office, company);
    const { port } = server.address() as AddressInfo;
    return { company, office, erp: createErp([`http://127.0.0.1:${port}`], key) };
  };
  const sold = async (erp: Erp, sale: (externalId: string) => object): Promise<Document> => {
    const { id } = await erp.insist(sale);
    return until('it is authorized', async () => {
      const document = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
      if (document.status === 'REJECTED') throw new Error(String(document.rejectionReason));
      return document.status === 'AUTHORIZED' ? document : null;
    });
  };
  return {
    installation,
    renderer,
    newCompany,
    sold,
    /** Makes a company with a note and `count` copies of it. */
    async scene({ count = 0 } = {}): Promise<Scene> {
      const made = await newCompany();
      const note = await sold(made.erp, demoSale);
      if (count > 0) await copies(installation.orm, note, { from: 100, count });
      return { ...made, note };
    },
    async done(erp: Erp, path: string, body: object): Promise<void> {
      const answer = await erp.ask('POST', path, body);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    },
    /** Asks for the closing of an office with one company. @returns the closing's id */
    async closed(office: Office, asked: Parameters<typeof close>[2] = {}): Promise<string> {
      const { created } = await close(installation, office, asked);
      return created[0]!.closingId;
    },
    /**
     * Runs `meanwhile` before each batch of documents is printed, until `mend` is called. @returns a function that gives the number of
     * batches so far
     */
    everyPage(meanwhile: (times: number) => Promise<void>): () => number {
      let times = 0;
      parts.renderer = {
        ...renderer,
        async pdfs(htmls, owner) {
          times += 1;
          await meanwhile(times);
          return renderer.pdfs(htmls, owner);
        },
      };
      return () => times;
    },
    mend(): void {
      parts.renderer = renderer;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await installation.close();
    },
  };
}

async function served({ orm, client: temporal, parts }: Installation, renderer: Renderer): Promise<Server> {
  const { blobs, masterKey, rates, deliverer, logger } = parts;
  const stopping = new AbortController().signal;
  const server = createApp({
    ...{ orm, temporal, blobs, masterKey, rates, renderer, deliverer, logger, stopping },
    version: '0.0.0-test',
    guard: { allowLocal: true },
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}
