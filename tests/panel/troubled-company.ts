import { v7 as uuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { replacedNote } from '../support/rows/replaced.ts';
import { processingDocument } from '../support/samples/sale.ts';

const waits: [WaitKind, string][] = [
  ['PERSON', 'A SEFAZ tem, com o mesmo número, uma nota diferente desta.'],
  ['OURS', 'O XML não pôde ser assinado.'],
  ['AUTHORITY_UNREACHABLE', 'A SEFAZ não responde.'],
  ['AUTHORITY_PAUSED', 'A SEFAZ parou o serviço (108).'],
];

/** Gives a company something to be seen on each page about waits and events. */
export async function troubled(orm: Orm, company: Company): Promise<{ endpoint: string; delivery: string }> {
  const em = acrossCompanies(orm);
  for (const [at, [waitingKind, waitingFor]] of waits.entries()) {
    const { id } = await processingDocument(orm, company);
    const wait = { waitingKind, waitingFor, waitingSince: new Date(Date.now() - 1_800_000 * (at + 1)) };
    const until = waitingKind === 'AUTHORITY_PAUSED' ? { waitingUntil: new Date(Date.now() + 180_000) } : {};
    await em.nativeUpdate(Document, { id }, { ...wait, ...until, series: 9, number: 900 + at });
  }
  await replacedNote(orm, company, { status: 'PROPOSED', waitingKind: 'PERSON', waitingSince: new Date() });
  const { office: asking } = await newOffice(orm, { name: 'Contábil Horizonte do Vale do Paraíba Ltda' });
  const { office: active } = await newOffice(orm, { name: 'Escritório São Bento' });
  await linkOf(orm, asking, company, { status: 'PENDING' });
  await linkOf(orm, active, company);
  const url = 'https://erp.distribuidora-irmaos-albuquerque.example.com.br/integracoes/lavra/avisos';
  const { id: endpoint } = await newEndpoint(orm, { company }, { url });
  const { id: stopped } = await newEndpoint(orm, { company }, { isActive: false });
  const off = { disabledReason: 'Desativado após 5 entregas consecutivas com falha.', disabledAt: new Date() };
  await em.nativeUpdate(WebhookEndpoint, { id: stopped }, off);
  return { endpoint, delivery: await toldOf(orm, company, endpoint) };
}

/** Writes deliveries of each status; a failed one has its attempts. */
async function toldOf(orm: Orm, { id: company }: Company, endpoint: string): Promise<string> {
  const em = acrossCompanies(orm);
  const failed = uuid();
  const of = (type: 'DOCUMENT_AUTHORIZED' | 'DOCUMENT_REJECTED') =>
    em.create(Event, { id: newEventId(), company, type, data: { documentId: uuid(), accessKey: '3'.repeat(44) } }).id;
  em.create(WebhookDelivery, { company, endpoint, event: of('DOCUMENT_AUTHORIZED'), nextAttemptAt: new Date() });
  const errorMessage = 'O endereço respondeu 500; esperava 2xx.';
  const last = { status: 'FAILED', attempts: 5, roundAttempts: 5, responseStatus: 500, errorMessage } as const;
  em.create(WebhookDelivery, { id: failed, company, endpoint, event: of('DOCUMENT_REJECTED'), ...last });
  const well = { status: 'SUCCEEDED', attempts: 1, responseStatus: 204, deliveredAt: new Date() } as const;
  em.create(WebhookDelivery, { company, endpoint, event: of('DOCUMENT_AUTHORIZED'), ...well });
  for (const number of [1, 2]) {
    const answer = { responseStatus: 500, responseBody: '{"error":"internal","trace":"a1b2c3"}', errorMessage };
    em.create(WebhookAttempt, { delivery: failed, number, company, startedAt: new Date(), durationMs: 210, ...answer });
  }
  await em.flush();
  return failed;
}
