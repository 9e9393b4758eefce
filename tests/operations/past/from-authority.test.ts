import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import { Client } from '../../../domain/clients/client.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { PastNote } from '../../../domain/past/past-note.entity.ts';
import { Product } from '../../../domain/products/product.entity.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { authorizedXmls } from '../../../operations/documents/sheets.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { PastSource } from '../../../operations/past/examine.ts';
import { recordKeeper } from '../../../operations/past/keep-records.ts';
import { takeFiles } from '../../../operations/past/take-files.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { awaitFiscalEvent, startFiscalEvent } from '../../../temporal/start.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { pastIssuer, pastNote } from '../../support/samples/past-files.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { testOrm } from '../../support/servers/parts.ts';

let installation: Installation;
let company: Company;
let elsewhere: Orm;
let files: PastSource[];
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
  elsewhere = await testOrm();
  files = await filesOfCancelledNote();
});
afterAll(() => Promise.all([installation.close(), elsewhere.close()]));

/** The files that another installation of Lavra has of a note that its authority authorized and cancelled. */
async function filesOfCancelledNote(): Promise<PastSource[]> {
  const document = await authorizedDocument(installation, company);
  const em = acrossCompanies(installation.orm);
  const { id: eventId, attempt } = em.create(DocumentEvent, {
    ...{ id: uuid(), company: company.id, document: document.id, type: 'CANCELLATION', code: '110111', sequence: 1 },
    ...{ justification: 'Pedido desfeito pelo cliente', occurredAt: new Date() },
  });
  await em.flush();
  const run = { eventId, attempt };
  const about = { companyTaxId: company.taxId, accessKey: document.accessKey ?? '', title: 'Cancelamento' };
  await startFiscalEvent(installation.client, { ...run, ...about });
  await awaitFiscalEvent(installation.client, run, 150_000);
  const populate = { populate: ['procXml'] } as const;
  const event = await acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { id: eventId }, populate);
  const xmls = await authorizedXmls(acrossCompanies(installation.orm), [document]);
  return [
    { name: 'evento.xml', content: Buffer.from(event.procXml ?? '') },
    { name: 'nota.xml', content: Buffer.from(xmls.get(document.id)?.xml ?? '') },
  ];
}

test('what an authority registered moves to another installation, and its numbers go on there', async () => {
  const home = await createCompany(acrossCompanies(elsewhere), { ...demoCompany, taxId: company.taxId });
  const taken = await takeFiles(elsewhere, home, files);
  expect(taken).toMatchObject({ stored: { NFE: 1, EVENT: 1 }, refused: [], known: 0 });
  const [note] = await acrossCompanies(elsewhere).find(PastNote, { company: home.id });
  expect(note).toMatchObject({
    environment: 'HOMOLOGATION',
    type: 'NFE',
    status: 'CANCELLED',
    series: '1',
    number: '1',
  });
  const next = `select next_number as next from number_series where company_id = ? and environment = 'HOMOLOGATION' and model = '55'`;
  expect(await acrossCompanies(elsewhere).execute(next, [home.id])).toEqual([{ next: 2 }]);
});

test('notes that this installation issued itself stay its own documents', async () => {
  const taken = await takeFiles(installation.orm, company, files);
  expect(taken).toMatchObject({ stored: { NFE: 0, EVENT: 0 }, known: 2, refused: [] });
  expect(await acrossCompanies(installation.orm).count(PastNote, { company: company.id })).toBe(0);
});

test('clients and products that are missing are made of notes in production; those that exist stay as they are', async () => {
  const home = await createCompany(acrossCompanies(elsewhere), { ...demoCompany, taxId: cnpjOf(62_000_001) });
  const asIssuer = { id: home.id, taxId: pastIssuer };
  const keepsRecords = recordKeeper(home, (name) => (body) => void checkedBody(name, body));
  const first = await takeFiles(elsewhere, asIssuer, [pastNote({ number: 1 }).file], { keepsRecords });
  expect(first.records).toEqual({ clients: 1, products: 1 });
  const of = { company: home.id };
  const client = await acrossCompanies(elsewhere).findOneOrFail(Client, of);
  expect(client).toMatchObject({ document: '11444777000161', city: 'Campinas', taxpayerType: 'CONTRIBUINTE' });
  const product = await acrossCompanies(elsewhere).findOneOrFail(Product, of);
  expect(product).toMatchObject({
    code: 'P-001',
    gtin: '7891000315507',
    taxation: { fields: { icmsOrigin: '0', ibsCbsClassification: '000001' } },
  });

  await acrossCompanies(elsewhere).nativeUpdate(Client, of, { name: 'Nome que a empresa lhe deu' });
  const second = await takeFiles(elsewhere, asIssuer, [pastNote({ number: 2 }).file], { keepsRecords });
  expect(second.records).toEqual({ clients: 0, products: 0 });
  expect(await acrossCompanies(elsewhere).find(Client, of)).toMatchObject([{ name: 'Nome que a empresa lhe deu' }]);
});
