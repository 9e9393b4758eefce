import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { EventEnd } from '../../../domain/conversation/progress.ts';
import { eventCodeOf, type OwnEventType } from '../../../domain/document-types.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { proofHash } from '../../../domain/documents/events/delivery-receipts.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { awaitFiscalEvent, startFiscalEvent } from '../../../temporal/start.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());
afterEach(() => installation.authority.control('DELETE', '/scenario'));

test('a receipt is registered at the national environment, stands against a cancellation, and is removed', async () => {
  const document = await authorized();
  const receipt = await register(document, 'DELIVERY_RECEIPT');
  expect(receipt.end).toMatchObject({ status: 'REGISTERED', cStat: '135' });
  expect(receipt.event.procXml).toContain('<cOrgao>91</cOrgao>');
  expect(receipt.event.protocol).toMatch(/^891[0-9]{12}$/);
  expect(await isMovedSince(document, receipt)).toBe(true);
  expect((await register(document, 'CANCELLATION')).end).toMatchObject({ status: 'REJECTED', cStat: '826' });
  const removal = await register(document, 'DELIVERY_RECEIPT_REMOVAL');
  expect(removal.end).toMatchObject({ status: 'REGISTERED', cStat: '135' });
  expect(await isMovedSince(document, removal)).toBe(true);
  expect((await found(document)).status).toBe('AUTHORIZED');
});

test('a receipt and a removal whose answers got lost are looked up, and each sent once', async () => {
  const document = await authorized();
  for (const type of ['DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'] as const) {
    await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
    const { end, event } = await register(document, type);
    expect(end).toMatchObject({ status: 'REGISTERED' });
    expect(event.procXml).toContain(event.signedXml);
    const subject = `ID${eventCodeOf('NFE', type)}${document.accessKey}01`;
    const calls = await acrossCompanies(installation.orm).find(AuthorityCall, { subject });
    expect(calls.map(({ service }) => service).toSorted()).toEqual(['NfeConsultaProtocolo', 'RecepcaoEvento']);
  }
});

const authorized = (): Promise<Document> => authorizedDocument(installation, company);

function found({ id }: Document): Promise<Document> {
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}

/** Whether `updatedAt` of the document is later than the message about one of its events. */
async function isMovedSince(document: Document, { event }: { event: DocumentEvent }): Promise<boolean> {
  const subject = `ID${event.code}${document.accessKey}01`;
  const [call] = await acrossCompanies(installation.orm).find(AuthorityCall, { subject });
  return (await found(document)).updatedAt > call!.startedAt;
}

async function register(
  document: Document,
  type: OwnEventType,
): Promise<{ end: EventEnd | null; event: DocumentEvent }> {
  const accessKey = document.accessKey ?? '';
  const em = acrossCompanies(installation.orm);
  const { id } = em.create(DocumentEvent, {
    company: company.id,
    document: document.id,
    type,
    code: eventCodeOf('NFE', type),
    sequence: 1,
    justification: type === 'CANCELLATION' ? 'Pedido desfeito pelo cliente' : null,
    delivery: type === 'DELIVERY_RECEIPT' ? delivery(accessKey) : null,
    occurredAt: new Date(),
  });
  await em.flush();
  const start = { eventId: id, attempt: 1, companyTaxId: company.taxId, accessKey, title: 'Comprovante de entrega' };
  await startFiscalEvent(installation.client, start);
  const end = await awaitFiscalEvent(installation.client, { eventId: id, attempt: 1 }, 600_000);
  const kept = { populate: ['signedXml', 'procXml'] } as const;
  return { end, event: await acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { id }, kept) };
}

function delivery(accessKey: string) {
  return {
    deliveredAt: new Date().toISOString(),
    receiverName: 'Maria da Silva',
    receiverDocument: '52998224725',
    proofHash: proofHash(accessKey, 'iVBORw0KGgo='),
    contentType: 'image/png',
  } as const;
}
