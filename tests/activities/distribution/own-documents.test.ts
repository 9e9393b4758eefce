import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { entryOf, eventOf, keyOf } from '../../support/samples/arrivals.ts';
import { emptyCompany, stored } from '../../support/rows/lots.ts';
import { nfseKey } from '../../support/samples/nfse.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { processingService } from '../../support/samples/service.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

const city = '22333444000155';
const byTheCity = eventOf(nfseKey, '305101', {
  model: 'NFSE',
  schemaType: 'EVENTO_NFSE',
  author: city,
  description: 'Cancelamento de NFS-e por Ofício',
  justification: 'Serviço não prestado, conforme processo 7/2026',
});

test('a cancellation that the municipality registered cancels our NFS-e, with its event, in the commit of the lot', async () => {
  const company = await emptyCompany(orm);
  const { id } = await issued(company, nfseKey, 'NFSE');
  await stored(orm, company, [entryOf(1, byTheCity)], 'NFSE');
  const document = await documentOf(id);
  expect(document).toMatchObject({ status: 'CANCELLED', cancellationReason: byTheCity.justification });
  expect(document.cancellationDate).toEqual(byTheCity.registeredAt);
  const [event, ...others] = await eventsOf(id);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    type: 'CANCELLATION',
    code: '305101',
    status: 'REGISTERED',
    protocol: '135260000000002',
  });
  expect(event!.procXml).toBe('<EVENTO_NFSE nsu="1"/>');
  const told = await acrossCompanies(orm).find(Event, { document: id });
  expect(told).toMatchObject([{ type: 'DOCUMENT_CANCELLED', data: { status: 'CANCELLED', accessKey: nfseKey } }]);
});

test('learning it twice changes nothing more', async () => {
  const company = await emptyCompany(orm);
  const { id } = await issued(company, keyOf(90, company.taxId), 'NFE');
  const cancelled = eventOf(keyOf(90, company.taxId), '110111', { author: company.taxId });
  await stored(orm, company, [entryOf(1, { ...cancelled, schemaType: 'RES_EVENTO', cStat: null })]);
  await stored(orm, company, [entryOf(2, cancelled)]);
  expect(await documentOf(id)).toMatchObject({ status: 'CANCELLED' });
  expect(await eventsOf(id)).toHaveLength(1);
  expect(await acrossCompanies(orm).count(Event, { document: id })).toBe(1);
  expect(await acrossCompanies(orm).count(ReceivedDocument, { company: company.id })).toBe(0);
});

test('a cancellation that we are about to register is left to its own run', async () => {
  const company = await emptyCompany(orm);
  const key = keyOf(91, company.taxId);
  const document = await issued(company, key, 'NFE');
  const em = acrossCompanies(orm);
  const pending = { type: 'CANCELLATION', code: '110111', sequence: 1, occurredAt: new Date() } as const;
  em.create(DocumentEvent, { ...pending, company: company.id, document: document.id });
  await em.flush();
  await stored(orm, company, [entryOf(1, eventOf(key, '110111', { author: company.taxId }))]);
  expect(await documentOf(document.id)).toMatchObject({ status: 'AUTHORIZED' });
  expect(await eventsOf(document.id)).toMatchObject([{ status: 'PENDING' }]);
});

test('what other parties register about our note is kept as received, and cancels nothing', async () => {
  const company = await emptyCompany(orm);
  const key = keyOf(92, company.taxId);
  const { id } = await issued(company, key, 'NFE');
  await stored(orm, company, [entryOf(1, eventOf(key, '210240', { author: '12345678000195' }))]);
  expect(await documentOf(id)).toMatchObject({ status: 'AUTHORIZED' });
  const rows = await acrossCompanies(orm).find(ReceivedDocument, { company: company.id });
  expect(rows).toMatchObject([{ accessKey: key, eventCode: '210240', role: 'OTHER', status: 'REGISTERED' }]);
});

async function issued(company: Company, accessKey: string, type: 'NFE' | 'NFSE'): Promise<Document> {
  const { id } = type === 'NFE' ? await processingDocument(orm, company) : await processingService(orm, company);
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id });
  document.accessKey = accessKey;
  document.authorize({ protocol: '135260000000001', authorizedAt: new Date(), cStat: '100', alerts: [] });
  await em.flush();
  return document;
}

const documentOf = (id: string): Promise<Document> => acrossCompanies(orm).findOneOrFail(Document, { id });
const eventsOf = (document: string): Promise<DocumentEvent[]> =>
  acrossCompanies(orm).find(DocumentEvent, { document }, { populate: ['procXml'] });
