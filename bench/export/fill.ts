import type { EntityManager } from '../../config/orm.ts';
import { files } from '../archives/files.ts';
import { officeScopes } from '../../domain/access/scopes.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey, createOffice } from '../../operations/provisioning.ts';
import { type FilledApi, filledCompany, openFilledApi } from '../filled-api.ts';

/** The API with a company that has a month of notes, and the key of an office whose companies have as many in total; null without companies. */
export type FilledExports = FilledApi & { officeKey: string | null };

/** So high that no request waits for the rate limit. */
const unlimited = { ratePerSecond: 1_000_000, rateBurst: 1_000_000 };

/**
 * @param notes of the measured company in one month; a neighbour's notes, a tenth as many, arrive between them @param companies of the
 * office, with so many notes in total
 */
export async function openApiWithNotes(
  { notes, companies }: { notes: number; companies: number },
  log: (line: string) => void,
): Promise<FilledExports> {
  let office: Office | null = null;
  const filled = await openFilledApi(async (orm) => {
    log(`${companies > 0 ? 2 * notes : notes} notes: about a minute for each 100,000`);
    await filledCompany(orm, 'PRODUCTION', (em, id) => fill(em, id, Math.ceil(notes / 10)));
    if (companies > 0) office = await createOffice(orm, { taxId: '11222333000181', name: 'Contábil', email: null });
    for (let company = 0; company < companies; company += 1) {
      await filledCompany(orm, 'PRODUCTION', async (em, id) => {
        await fill(em, id, Math.floor(((company + 1) * notes) / companies) - Math.floor((company * notes) / companies));
        if (office) await link(em, office, id);
      });
    }
    return filledCompany(orm, 'PRODUCTION', (em, id) => fill(em, id, notes));
  }, log);
  if (!office) return { ...filled, officeKey: null };
  const { secret } = await createKey(acrossCompanies(filled.orm), {
    office,
    name: 'bench',
    scopes: officeScopes,
    ...unlimited,
  });
  return { ...filled, officeKey: secret };
}

async function link(em: EntityManager, office: Office, company: string): Promise<void> {
  em.create(OfficeLink, {
    ...{ office: office.id, company, status: 'ACTIVE', issuingAllowed: false },
    ...{ requestedBy: 'OFFICE', requestedAt: new Date() },
  });
  await em.flush();
}

const variants = 64;

/** Complete NF-e of about 11 KB as they are stored: a row and a gzip each. The contents are used in turn; only their bytes cost anything to read. */
async function fill(em: EntityManager, companyId: string, notes: number): Promise<void> {
  await em.transactional(async (inOne) => {
    await inOne.execute('create temporary table sample (at int, content bytea, crc32 bigint, size int) on commit drop');
    await inOne.execute('alter table sample alter column content set storage external');
    for (const [at, { gzip, crc32, size }] of [...files(variants)].entries()) {
      await inOne.execute(`insert into sample values (?, decode(?, 'hex'), ?, ?)`, [
        at,
        gzip.toString('hex'),
        crc32,
        size,
      ]);
    }
    await inOne.execute(insertDocuments, [notes, companyId]);
    await inOne.execute(insertFiles, [variants, companyId]);
  });
}

const insertDocuments = `
  with drawn as (select i, uuidv7() as id, '35261011222333' || lpad(i::text, 30, '0') as access_key from generate_series(1, ?::int) i)
  insert into received_document (
    id, company_id, environment, model, schema_type, nsu, access_key, issuer_tax_id, issuer_name, number, series, total_value,
    emission_date, status, role, has_full_xml, received_at, updated_at
  )
  select id, ?::uuid, 'PRODUCTION', 'NFE', 'PROC_NFE', i, access_key, '11222333000181', 'Fornecedor', i::text, '1', 100,
    timestamptz '2026-10-01 12:00-03' + i % 30 * interval '1 day', 'AUTHORIZED', 'RECIPIENT', true, now(), now()
  from drawn`;

const insertFiles = `
  insert into received_file (
    id, company_id, environment, source, nsu, schema, schema_type, received_document_id, access_key, content, crc32, size, received_at
  )
  select uuidv7(), d.company_id, d.environment, d.model, d.nsu, 'procNFe_v4.00.xsd', d.schema_type, d.id, d.access_key,
    s.content, s.crc32, s.size, now()
  from received_document d join sample s on s.at = d.nsu % ?::int
  where d.company_id = ?::uuid order by d.nsu`;
