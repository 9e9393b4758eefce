import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { officeScopes } from '../../domain/access/scopes.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { erp } from '../../local/demo/erp.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey, createOffice } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { files } from '../archives/files.ts';
import type { Installation } from '../installation.ts';

/** An office and its key; `addCompanies` gives it companies. */
export type Office = { id: string; taxId: string; key: string };

/** The month that is closed. */
export const month = { year: 2026, month: 10 } as const;

const unlimited = { ratePerSecond: 1_000_000, rateBurst: 1_000_000 };
let offices = 0;
let companies = 0;

export async function newOffice(orm: Orm): Promise<Office> {
  offices += 1;
  const { id, taxId } = await createOffice(orm, { taxId: cnpjOf(60_000_000 + offices), name: `Contábil ${offices}` });
  const { secret } = await createKey(acrossCompanies(orm), {
    office: { id },
    name: 'bench',
    scopes: officeScopes,
    ...unlimited,
  });
  return { id, taxId, key: secret };
}

/** Issues one note through the API, to be copied into every company. @returns its id */
export async function issueSample({ api, companyKey, orm }: Installation): Promise<string> {
  const { id } = await erp(api, companyKey).create(demoSale(`bench-${uuid()}`));
  for (;;) {
    const [row] = await acrossCompanies(orm).execute<{ status: string }[]>('select status from document where id = ?', [
      id,
    ]);
    if (row?.status === 'AUTHORIZED') return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Adds companies to an office, each with so many authorized NF-e of about 11 KB in the month; all are copies of one document. */
export async function addCompanies(
  orm: Orm,
  { office, sample, count, documents }: { office: Office; sample: string; count: number; documents: number },
): Promise<string[]> {
  const em = acrossCompanies(orm);
  const now = new Date();
  const [model] = await em.execute<{ settings: CompanySettings | null }[]>(
    'select c.settings from company c join document d on d.company_id = c.id where d.id = ?',
    [sample],
  );
  const made = Array.from({ length: count }, () => ({ id: uuid(), taxId: cnpjOf(61_000_000 + ++companies) }));
  const common = { environment: 'PRODUCTION' as const, isActive: true, createdAt: now, updatedAt: now };
  await em.insertMany(
    Company,
    made.map(({ id, taxId }) => ({
      id,
      taxId,
      name: `Empresa ${taxId}`,
      settings: model?.settings ?? null,
      ...common,
    })),
  );
  const state = { status: 'ACTIVE', issuingAllowed: true, requestedBy: 'OFFICE' } as const;
  const moments = { requestedAt: now, decidedAt: now, createdAt: now, updatedAt: now };
  await em.insertMany(
    OfficeLink,
    made.map(({ id }) => ({ id: uuid(), office: office.id, company: id, ...state, ...moments })),
  );
  await keepNotes(em);
  for (const { id, taxId } of made) {
    await em.execute(insertDocuments, [id, taxId, documents, sample]);
    await em.execute(insertEmissions, [id, sample]);
  }
  return made.map(({ id }) => id);
}

/** The contents are used in turn; only their bytes cost anything. */
async function keepNotes(em: EntityManager): Promise<void> {
  await em.execute('create table if not exists bench_note (at int primary key, xml text)');
  const notes = [...files(64)].map(({ content }) => content.toString('utf8'));
  for (const [at, xml] of notes.entries()) {
    await em.execute('insert into bench_note values (?, ?) on conflict do nothing', [at, xml]);
  }
}

const insertDocuments = `
  insert into document
  select (jsonb_populate_record(d, jsonb_build_object(
    'id', uuidv7(), 'company_id', ?::uuid, 'environment', 'PRODUCTION', 'number', i, 'external_id', null, 'idempotency_key', null,
    'access_key', '352610' || ? || '55001' || lpad(i::text, 9, '0') || '1123456780',
    'issue_date_time', timestamptz '2026-10-01 09:00-03' + i % 30 * interval '1 day',
    'authorization_date', timestamptz '2026-10-01 09:01-03' + i % 30 * interval '1 day'
  ))).* from generate_series(1, ?::int) i, document d where d.id = ?`;

const insertEmissions = `
  insert into emission
  select (jsonb_populate_record(e, jsonb_build_object(
    'document_id', d.id, 'attempt', 1, 'company_id', d.company_id, 'number', d.number, 'subject', d.access_key, 'access_key', d.access_key,
    'proc_xml', n.xml, 'signed_xml', '<NFe/>'
  ))).* from document d join bench_note n on n.at = d.number % 64, emission e
  where d.company_id = ? and e.document_id = ?`;
