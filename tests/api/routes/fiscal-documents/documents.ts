import { randomBytes, randomInt } from 'node:crypto';
import type { Orm } from '../../../../config/orm.ts';
import { eventCodeOf, type OwnEventType } from '../../../../domain/document-types.ts';
import { Document, type DocumentStatus } from '../../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { Emission } from '../../../../domain/documents/emission.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { nfseKeyOf } from '../../service.ts';

/** XML that stands for what the authority authorized; these tests do not read it. */
export const procXml = '<?xml version="1.0" encoding="UTF-8"?><nfeProc>autorizada &amp; inteira</nfeProc>';
export const signedXml = '<NFe>assinada</NFe>';

/** Puts a document into a state that only the worker can bring about, with the XML of that state. */
export async function becomes(orm: Orm, id: unknown, status: DocumentStatus, proc = procXml): Promise<string> {
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id: String(id) });
  const number = randomInt(1, 999_999_999);
  const accessKey = document.type === 'NFSE' ? nfseKeyOf(issuer.taxId, number) : digits(44);
  document.attempt += 1;
  const isAuthorized = status === 'AUTHORIZED' || status === 'CANCELLED';
  em.create(Emission, {
    document: document.id,
    attempt: document.attempt,
    company: document.company,
    series: 1,
    number,
    subject: accessKey,
    accessKey,
    signedXml,
    digestValue: 'x'.repeat(28),
    procXml: isAuthorized ? proc : null,
  });
  const authorization = isAuthorized ? { protocolNumber: '135260000000001', authorizationDate: new Date() } : {};
  em.assign(document, { status, series: 1, number, accessKey, ...authorization });
  await em.flush();
  return accessKey;
}

type KeptEvent = { type: OwnEventType; sequence: number; procXml: string | null };

/** Gives a document an event: registered if it has an XML, refused otherwise. @returns its id */
export async function keepEvent(orm: Orm, id: string, { type, sequence, procXml }: KeptEvent): Promise<string> {
  const em = acrossCompanies(orm);
  const { company, type: ofDocument } = await em.findOneOrFail(Document, { id });
  const status = procXml ? 'REGISTERED' : 'REJECTED';
  const common = { company, document: id, type, code: eventCodeOf(ofDocument, type), occurredAt: new Date() };
  const row = em.create(DocumentEvent, { ...common, sequence, status, procXml });
  await em.flush();
  return row.id;
}

function digits(count: number): string {
  return Array.from(randomBytes(count), (byte) => byte % 10).join('');
}
