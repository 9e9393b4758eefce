import type { EntityManager, Orm } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { type FilledApi, filledCompany, openFilledApi } from '../filled-api.ts';

/** @param documents of the measured company; each of its two neighbours has a hundredth */
export function openApiWithDocuments(documents: number, log: (line: string) => void): Promise<FilledApi> {
  const furnished = (orm: Orm, documents: number): Promise<string> =>
    filledCompany(orm, 'PRODUCTION', (em, companyId) => fillDocuments(em, companyId, documents));
  return openFilledApi(async (orm) => {
    log(`${documents} documents: about a minute for each million`);
    const neighbour = Math.ceil(documents / 100);
    await furnished(orm, neighbour);
    const companyId = await furnished(orm, documents);
    await furnished(orm, neighbour);
    return companyId;
  }, log);
}

/**
 * Fills a company with the documents of two years of sales: nearly all authorized, one in twelve an NF-e and the rest NFC-e, the first
 * hundredth in homologation, the last twenty in progress. Payloads are small. The data are the same each time.
 */
export async function fillDocuments(em: EntityManager, companyId: string, documents: number): Promise<void> {
  await em.transactional(async (inOne) => {
    await inOne.execute('select setseed(0.42)');
    // The trigger counts each row's day: in one transaction a million times. In the product one transaction authorizes one note.
    await inOne.execute('alter table document disable trigger document_day_insert');
    await inOne.execute(insertDocuments, [
      ...[documents, documents, documents, documents, companyId],
      JSON.stringify(buyer),
      JSON.stringify(payload),
    ]);
    await inOne.execute(countDays, [companyId]);
    await inOne.execute('alter table document enable trigger document_day_insert');
  });
}

const buyer: ClientSnapshot = {
  id: null,
  name: 'Comércio Água Boa S/A',
  document: '11444777000161',
  documentType: 'CNPJ',
  type: 'COMPANY',
  stateRegistration: '112233445119',
  taxpayerType: 'CONTRIBUINTE',
  email: null,
  phone: null,
  address: null,
  country: 'BR',
};

const payload: GoodsPayload = {
  type: 'NFE',
  operationNature: 'Venda de mercadoria',
  items: [
    {
      code: 'P-001',
      description: 'Pão de queijo 1 kg',
      ncm: '19012090',
      cfop: '5102',
      unit: 'UN',
      quantity: '4',
      unitValue: '25.00',
    },
  ],
};

const insertDocuments = `
  with drawn as (
    select i, random() as kind, random() as chance, i <= ?::int / 100 as is_trial, i > ?::int - 20 as is_recent,
      interval '-2 years' * (1 - i / ?::float) as ago
    from generate_series(1, ?::int) i
  ), stated as (
    select *, case when kind < 0.08 then 'NFE' else 'NFCE' end as type, case
      when is_recent then 'PROCESSING' when chance < 0.002 then 'DRAFT' when chance < 0.015 then 'REJECTED'
      when chance < 0.045 then 'CANCELLED' else 'AUTHORIZED' end as status
    from drawn
  )
  insert into document (
    id, company_id, type, environment, status, series, number, access_key, total_value, issue_date_time, authorization_date,
    protocol_number, c_stat, client_snapshot, payload, external_id, attempt, created_at, updated_at
  )
  select uuidv7(ago), ?::uuid, type, case when is_trial then 'HOMOLOGATION' else 'PRODUCTION' end, status, 1,
    case when status = 'DRAFT' then 0 else i end, case when status <> 'DRAFT' then replace(gen_random_uuid()::text, '-', '') end,
    round((chance * 1000)::numeric, 2), now() + ago, case when status in ('AUTHORIZED', 'CANCELLED') then now() + ago end,
    case when status in ('AUTHORIZED', 'CANCELLED') then lpad(i::text, 15, '135') end,
    case status when 'AUTHORIZED' then '100' when 'CANCELLED' then '135' when 'REJECTED' then '539' end,
    ?::jsonb, ?::jsonb, 'sale ' || i, 1, now() + ago, now() + ago
  from stated`;

const countDays = `
  insert into day_tally
  select company_id, environment, type, (issue_date_time at time zone 'America/Sao_Paulo')::date, 0, count(*), sum(total_value)
  from document where status = 'AUTHORIZED' and company_id = ? group by 1, 2, 3, 4`;
