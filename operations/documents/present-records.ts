import type { EntityManager } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import { carrierAndVehicle } from '../records/carriers.ts';
import { completedTransport } from './read-goods.ts';
import { transportRequest } from './sale-request.ts';

/**
 * Writes into a document that is about to be issued the present data of the client and the carrier that it names by id (docs/decisions/0025). What
 * the caller wrote itself stays, and so does the copy of a carrier that was removed. It finds the records of the document's company even where `em`
 * sees all companies. A document that names none costs no query.
 */
export async function takePresentRecords(em: EntityManager, document: Document): Promise<void> {
  document.refresh(await presentSale(em, document));
}

/** The sale of a document as it is issued now: with the present data of the client and the carrier that it names. */
export async function presentSale(
  em: EntityManager,
  document: Recipient,
): Promise<{ client: ClientSnapshot; payload: DocumentPayload }> {
  const client = await presentClient(em, document);
  return { client, payload: await withPresentCarrier(em, document.company, document.payload) };
}

type Recipient = Pick<Document, 'company' | 'clientSnapshot'> & { payload: DocumentPayload };

/** The recipient of a document: its record's present data where it names one, else as the document has it. */
export async function presentClient(
  em: EntityManager,
  { company, payload: { clientId }, clientSnapshot }: Recipient,
): Promise<ClientSnapshot> {
  const id = clientId ? clientSnapshot.id : null;
  const client = id === null ? null : await em.findOne(Client, { id, company });
  return client?.snapshot() ?? clientSnapshot;
}

async function withPresentCarrier(
  em: EntityManager,
  company: string,
  payload: DocumentPayload,
): Promise<DocumentPayload> {
  if (payload.type === 'NFSE' || !payload.transport?.carrierId) return payload;
  const { transport } = payload;
  const carriage = await carrierAndVehicle(em, company, transport.carrierId);
  return carriage ? { ...payload, transport: completedTransport(transportRequest(transport), carriage) } : payload;
}
