import { LockMode } from '@mikro-orm/core';
import { v7 as uuid, validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { changedInput, type ClientChanges, isOtherClient, clientRecord } from '../../domain/clients/change.ts';
import type { ClientInput, ClientSnapshot } from '../../domain/clients/client-input.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { checkClient, type NormalClient } from '../../domain/clients/normalize.ts';
import type { CheckedRecipient } from '../../domain/documents/compute/check-sale.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { refuse, runAsyncStep } from '../../domain/faults.ts';
import { presentClient } from './present-records.ts';

/** The recipient of a sale: exactly one of the two fields is sent. */
export type Recipient = { client?: ClientInput | null | undefined; clientId?: string | null | undefined };

/**
 * The recipient that a new document names: a client on record by `clientId`, or an inline one. An inline client is put on record unless its
 * document (CPF or CNPJ) is empty, as for an anonymous consumer, or on record already. A record stays as it is, even an inactive one: the note
 * prints what was sent. The faults are `validation_error` where not exactly one of the two is sent or an inline client is wrong, which is then not
 * recorded, and `invalid_client` for a client of another company or an inactive one.
 */
export function recipientOf(em: EntityManager, companyId: string, recipient: Recipient): Promise<CheckedRecipient> {
  return checkedRecipient(async () => {
    const { client, clientId } = exactlyOne(recipient);
    // Locked until the transaction ends: a removal at the same moment waits, and then finds the document.
    if (!client) return known(await onRecord(em, clientId, { lockMode: LockMode.PESSIMISTIC_READ }));
    const { client: normal, faults } = checkClient(client);
    const isToRecord = normal.document !== '' && faults.length === 0;
    return { client: { ...normal, id: isToRecord ? await recorded(em, companyId, normal) : null }, faults };
  });
}

async function checkedRecipient(find: () => Promise<CheckedRecipient>): Promise<CheckedRecipient> {
  const { value, faults } = await runAsyncStep(find);
  return value ?? { client: null, faults };
}

function known(client: ClientSnapshot): CheckedRecipient {
  return { client, faults: [] };
}

/** What a change says about the recipient: nothing, a record, or fields to change in the recipient that the document has. */
export type RecipientChanges = { client?: ClientChanges | null | undefined; clientId?: string | null | undefined };

/**
 * The recipient of a document that is changed. Where nothing is sent, it stays, and is read again if the document names its record. A client that
 * is sent belongs to the document from then on; with another `document` (CPF or CNPJ) nothing of the former one stays. A recipient that is only
 * removed leaves none.
 */
export async function changedRecipient(
  em: EntityManager,
  document: Document,
  { client, clientId }: RecipientChanges,
): Promise<CheckedRecipient> {
  const { company, clientSnapshot } = document;
  const isNamed = Boolean(document.payload.clientId);
  const isTaken = isNamed ? clientId === null && client !== undefined : client === null;
  if (client || clientId || isTaken) {
    return recipientOf(em, company, { client: client && changedClient(clientSnapshot, client), clientId });
  }
  return known(await presentClient(em, document));
}

function changedClient({ id: _id, ...kept }: ClientSnapshot, sent: ClientChanges): ClientInput {
  const record = clientRecord(kept);
  return isOtherClient(record, sent) ? { ...sent, name: sent.name ?? '' } : changedInput(record, sent);
}

/** As `recipientOf`, without writing a record: the id of an inline client is null unless it is on record. */
export function expectedRecipient(em: EntityManager, recipient: Recipient): Promise<CheckedRecipient> {
  return checkedRecipient(async () => {
    const { client, clientId } = exactlyOne(recipient);
    if (!client) return known(await onRecord(em, clientId));
    const { client: normal, faults } = checkClient(client);
    const { document } = normal;
    const isSought = document !== '' && faults.length === 0;
    const record = isSought ? await em.findOne(Client, { document }, { fields: ['id'] }) : null;
    return { client: { ...normal, id: record?.id ?? null }, faults };
  });
}

function exactlyOne({ client, clientId }: Recipient) {
  if (client && !clientId) return { client, clientId: '' };
  if (clientId && !client) return { client: null, clientId };
  const message = client ? 'envie só um: client ou clientId, não os dois' : 'envie client ou clientId';
  return refuse(
    ['client', 'clientId'].map((path) => ({ code: 'validation_error', path, message: `Destinatário: ${message}.` })),
  );
}

async function onRecord(em: EntityManager, id: string, lock: { lockMode?: LockMode } = {}): Promise<ClientSnapshot> {
  const client = isUuid(id) ? await em.findOne(Client, { id, isActive: true }, lock) : null;
  if (client) return client.snapshot();
  const message = 'O clientId não é de um cliente ativo desta empresa.';
  return refuse([{ code: 'invalid_client', path: 'clientId', message }]);
}

/**
 * The id of the record with that CPF or CNPJ, which is created where there is none. The second look finds what another transaction has inserted and
 * committed.
 */
async function recorded(em: EntityManager, companyId: string, client: NormalClient): Promise<string> {
  for (let look = 0; look < 2; look += 1) {
    const [row] = await em.execute<{ id: string }[]>(findOrMake, [
      companyId,
      client.document,
      ...columns(companyId, client),
    ]);
    if (row) return row.id;
  }
  throw new Error('a client that conflicts with another is not there');
}

const findOrMake = `
  with found as (
    select id from client where company_id = ? and document = ? for key share
  ), made as (
    insert into client (
      id, company_id, name, trade_name, type, document_type, document, state_registration, taxpayer_type, isuf, email, phone,
      zip_code, street, number, complement, neighborhood, city, state, municipality_code, country,
      is_active, created_at, updated_at
    )
    select ?::uuid, ?::uuid, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, true, now(), now()
    where not exists (select from found)
    on conflict (company_id, document) where document <> '' do nothing
    returning id
  )
  select id from found union all select id from made`;

function columns(companyId: string, client: NormalClient): (string | null)[] {
  const record = clientRecord(client);
  const { name, tradeName, type, documentType, document, stateRegistration, taxpayerType, isuf, email, phone } = record;
  const { zipCode, street, number, complement, neighborhood, city, state, municipalityCode, country } = record;
  return [
    ...[
      uuid(),
      companyId,
      name,
      tradeName,
      type,
      documentType,
      document,
      stateRegistration,
      taxpayerType,
      isuf,
      email,
      phone,
    ],
    ...[zipCode, street, number, complement, neighborhood, city, state, municipalityCode, country],
  ];
}
