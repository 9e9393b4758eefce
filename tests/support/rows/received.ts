import { randomInt } from 'node:crypto';
import type { RequiredEntityData } from '@mikro-orm/core';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { Payable } from '../../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** Writes a row as the distribution leaves it: by default the summary of an NF-e whose recipient is the company. */
export async function receivedNote(
  orm: Orm,
  company: Pick<Company, 'id' | 'environment'>,
  note: Pick<Document, 'accessKey'>,
  changes: Partial<RequiredEntityData<ReceivedDocument>> = {},
): Promise<ReceivedDocument> {
  const em = acrossCompanies(orm);
  const row = em.create(ReceivedDocument, {
    company: company.id,
    environment: company.environment,
    model: 'NFE',
    schemaType: 'RES_NFE',
    nsu: BigInt(randomInt(1, 1_000_000_000)),
    accessKey: note.accessKey ?? '',
    issuerTaxId: '11222333000181',
    issuerName: 'Lavra Demonstração Ltda',
    totalValue: '150.00',
    emissionDate: new Date(),
    status: 'AUTHORIZED',
    role: 'RECIPIENT',
    hasFullXml: false,
    ...changes,
  });
  await em.flush();
  return row;
}

/** Writes an event of a note that came by distribution. */
export function receivedEvent(
  orm: Orm,
  company: Pick<Company, 'id' | 'environment'>,
  note: Pick<Document, 'accessKey'>,
  {
    code,
    sequence = 1,
    at = new Date(),
    ...changes
  }: { code: string; sequence?: number; at?: Date } & Partial<RequiredEntityData<ReceivedDocument>>,
): Promise<ReceivedDocument> {
  return receivedNote(orm, company, note, {
    schemaType: 'PROC_EVENTO',
    eventCode: code,
    eventSequence: sequence,
    emissionDate: at,
    status: 'REGISTERED',
    totalValue: null,
    ...changes,
  });
}

/** Writes what the company owes for a received note: by default all of it, due in a month. */
export async function payableOf(
  orm: Orm,
  { id, company, environment, issuerTaxId, issuerName }: ReceivedDocument,
  changes: Partial<RequiredEntityData<Payable>> = {},
): Promise<Payable> {
  const em = acrossCompanies(orm);
  const row = em.create(Payable, {
    ...{ company, environment, receivedDocument: id, position: 1, dueDate: '2026-12-21', amount: '150.00' },
    supplierTaxId: issuerTaxId ?? '',
    supplierName: issuerName ?? '',
    ...changes,
  });
  await em.flush();
  return row;
}
