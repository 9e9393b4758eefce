import { v7 as uuid } from 'uuid';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Month } from '../../domain/month.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createOffice } from '../../operations/provisioning.ts';
import { buyer, sale } from '../../tests/support/samples/sale.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { openDatabase } from '../database.ts';
import { signedUp, startPanelOn } from '../panel/fill.ts';

export type FilledBoard = Awaited<ReturnType<typeof openFilledBoard>>;

/** How many companies the office has, how many notes each of them has a month, and how many months; the last month is the board's. */
export type Size = { companies: number; notes: number; months: number };

/** The panel's process, and an administrator of an office whose companies have sold for months. */
export async function openFilledBoard({ companies, notes, months }: Size, month: Month, log: (line: string) => void) {
  const database = await openDatabase(log);
  const { orm } = database;
  const office = await createOffice(orm, { taxId: cnpjOf(50_000_000), name: 'Contábil Horizonte' });
  log(`${companies} companies with ${notes} notes a month, of ${months} months`);
  const em = acrossCompanies(orm);
  const at = new Date();
  const moments = { createdAt: at, updatedAt: at };
  const made = Array.from({ length: companies }, (_, place) => ({ id: uuid(), taxId: cnpjOf(61_000_000 + place) }));
  await em.insertMany(
    Company,
    made.map(({ id, taxId }, place) => ({
      ...{ id, taxId, name: `Empresa ${place} Ltda`, environment: 'PRODUCTION' as const, isActive: true, ...moments },
    })),
  );
  const state = {
    status: 'ACTIVE',
    issuingAllowed: true,
    requestedBy: 'OFFICE',
    requestedAt: at,
    decidedAt: at,
  } as const;
  await em.insertMany(
    OfficeLink,
    made.map(({ id: company }) => ({ id: uuid(), office: office.id, company, ...state, ...moments })),
  );
  await em.execute(certificates);
  const end = `${month.year}-${String(month.month).padStart(2, '0')}-01`;
  await em.execute(documents, [notes, months, end, JSON.stringify(buyer), JSON.stringify(sale)]);
  await em.execute(summaries, [end]);
  await em.execute('vacuum analyze');
  const { url, panel } = await startPanelOn(database);
  const asked = { email: 'bench@example.com', name: 'Bench', officeId: office.id, role: 'OFFICE_ADMIN' } as const;
  const { token } = await createPerson(orm, asked, lavraItself);
  return {
    ...{ url, orm, office },
    cookie: await signedUp(url, token ?? ''),
    async stop() {
      await panel.stop();
      await database.stop();
    },
  };
}

/** One certificate in ten ends within a month. */
const certificates = `
  insert into certificate (id, company_id, tax_id, subject, issuer, serial_number, fingerprint, not_before, not_after, sealed, is_active, created_at)
  select gen_random_uuid(), id, tax_id, 'CN', 'AC', '1', id::text, now() - interval '300 days',
    now() + case when row_number() over (order by id) % 10 = 0 then interval '9 days' else interval '200 days' end, '{}', true, now()
  from company`;

/** One number in a hundred is missing, one note in fifty was refused, and some wait. */
const documents = `
  insert into document (id, company_id, type, environment, status, series, number, total_value, issue_date_time, client_snapshot, payload,
    attempt, waiting_kind, waiting_since, created_at, updated_at)
  select uuidv7(), company.id, 'NFE', 'PRODUCTION',
    case when i % 50 = 7 then 'REJECTED' when i % 97 = 5 then 'PROCESSING' when i % 40 = 3 then 'CANCELLED' else 'AUTHORIZED' end,
    1, i, 100, moment, asked.buyer, asked.payload, 1, case when i % 97 = 5 then 'PERSON' end, case when i % 97 = 5 then moment end,
    moment, moment
  from company, (values (?::int, ?::int, ?::date, ?::jsonb, ?::jsonb)) asked (notes, months, last, buyer, payload),
    generate_series(1, asked.notes * asked.months) i,
    lateral (
      select (asked.last::timestamp at time zone 'America/Sao_Paulo') + interval '1 month' * ((i - 1) / asked.notes - asked.months + 1)
        + interval '1 day' * (i % 27) as moment
    ) dated
  where (i + ascii(right(company.tax_id, 1))) % 101 <> 0`;

const summaries = `
  insert into received_document (id, company_id, environment, model, schema_type, nsu, access_key, event_code, event_sequence, emission_date,
    status, role, has_full_xml, received_at, updated_at)
  select gen_random_uuid(), company.id, 'PRODUCTION', 'NFE', case when i % 5 = 0 then 'RES_NFE' else 'PROC_NFE' end, i,
    substr(md5(company.id::text || i), 1, 32), '', 0, ?::date + interval '5 days', 'AUTHORIZED', 'RECIPIENT', i % 5 <> 0, now(), now()
  from company, generate_series(1, 20) i where right(company.tax_id, 1) in ('1', '2')`;
