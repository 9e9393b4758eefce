import { randomInt } from 'node:crypto';
import { crc32, gzipSync } from 'node:zlib';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import type { SchemaType } from '../../../domain/received/kinds.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

export type ReceivedFields = Partial<
  Pick<ReceivedDocument, 'accessKey' | 'emissionDate' | 'environment' | 'eventCode' | 'role'>
> & { nsu?: number; schemaType?: SchemaType; content?: string | Buffer };

/** A received document as its row and file have it, to compare an export with. */
export type KeptDocument = { id: string; accessKey: string; nsu: number; content: Buffer };

/** Writes a document of a company with the one file that it came in. */
export async function receive(
  orm: Orm,
  company: Pick<Company, 'id' | 'environment'>,
  fields: ReceivedFields = {},
): Promise<KeptDocument> {
  const { schemaType = 'PROC_NFE', environment = company.environment, eventCode } = fields;
  const model = schemaType.includes('NFSE') ? 'NFSE' : 'NFE';
  const isEvent = schemaType.includes('EVENTO');
  const accessKey = fields.accessKey ?? someDigits(model === 'NFE' ? 44 : 50);
  const nsu = fields.nsu ?? randomInt(1, 2 ** 40);
  const em = acrossCompanies(orm);
  const { id } = em.create(ReceivedDocument, {
    company: company.id,
    nsu: BigInt(nsu),
    accessKey,
    ...{ environment, model, schemaType },
    eventCode: eventCode ?? (isEvent ? '110111' : ''),
    eventSequence: isEvent ? 1 : 0,
    emissionDate: fields.emissionDate ?? new Date('2026-10-15T12:00:00Z'),
    status: isEvent ? 'REGISTERED' : 'AUTHORIZED',
    role: fields.role ?? 'RECIPIENT',
    hasFullXml: !schemaType.startsWith('RES'),
  });
  await em.flush();
  const content = await keepFile(orm, { id, company: company.id, environment, model, accessKey }, nsu, fields);
  return { id, accessKey, nsu, content };
}

export type KeptManifestation = { id: string; name: string; content: Buffer };

/** Writes a manifestation of a company, registered by default, and returns what an export has of it. */
export async function manifest(
  orm: Orm,
  company: Pick<Company, 'id'>,
  note: Pick<KeptDocument, 'id' | 'accessKey'>,
  changes: Partial<Pick<DocumentEvent, 'code' | 'sequence' | 'occurredAt' | 'status' | 'procXml'>> = {},
): Promise<KeptManifestation> {
  const { code = '210200', sequence = 1, status = 'REGISTERED' } = changes;
  const procXml =
    changes.procXml === undefined ? `<procEventoNFe>${note.accessKey} ${code}</procEventoNFe>` : changes.procXml;
  const occurredAt = changes.occurredAt ?? new Date('2026-10-20T12:00:00Z');
  const em = acrossCompanies(orm);
  const { id } = em.create(DocumentEvent, {
    ...{ company: company.id, receivedDocument: note.id, type: 'MANIFESTATION', code, sequence, status },
    ...{ procXml, occurredAt, registeredAt: occurredAt },
  });
  await em.flush();
  return { id, name: `eventos/${note.accessKey}-${code}-${sequence}.xml`, content: Buffer.from(procXml ?? '') };
}

type Owner = Pick<ReceivedDocument, 'id' | 'company' | 'environment' | 'model' | 'accessKey'>;

/** Writes a further version (file) of a document; its row stays as it is. */
export async function keepFile(
  orm: Orm,
  { id, company, environment, model, accessKey }: Owner,
  nsu: number,
  { schemaType = 'PROC_NFE', content = `<doc>${accessKey} ${nsu}</doc>` }: ReceivedFields = {},
): Promise<Buffer> {
  const xml = Buffer.from(content);
  const em = acrossCompanies(orm);
  em.create(ReceivedFile, {
    ...{ company, environment, accessKey, schemaType },
    source: model,
    nsu: BigInt(nsu),
    schema: 'procNFe_v4.00.xsd',
    receivedDocument: id,
    content: gzipSync(xml),
    crc32: crc32(xml),
    size: xml.length,
  });
  await em.flush();
  return xml;
}

function someDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}
