import type { EntityManager, Orm } from '../../config/orm.ts';
import { filledCompany, type FilledApi, openFilledApi } from '../filled-api.ts';

/** @param documents of the measured company; its two neighbours have a hundredth each */
export function openApiWithReceived(documents: number, log: (line: string) => void): Promise<FilledApi> {
  return openFilledApi(async (orm) => {
    log(`${documents} received documents: some minutes for each million`);
    const em = orm.em.fork();
    await em.execute('drop index received_document_search');
    await em.execute('drop index payable_search');
    const companyId = await fillCompanies(orm, documents);
    // The dropped indexes, as the migrations create them: building them once is faster than row by row.
    await em.execute(
      'create index received_document_search on received_document using gin (company_id, search_text gin_trgm_ops)',
    );
    await em.execute('create index payable_search on payable using gin (company_id, search_text gin_trgm_ops)');
    return companyId;
  }, log);
}

async function fillCompanies(orm: Orm, documents: number): Promise<string> {
  const filled = (documents: number): Promise<string> =>
    filledCompany(orm, 'PRODUCTION', (em, companyId) => fill(em, companyId, documents));
  const neighbour = Math.ceil(documents / 100);
  await filled(neighbour);
  const companyId = await filled(documents);
  await filled(neighbour);
  return companyId;
}

/**
 * Fills a company with what it received in two years: NF-e, their summaries and events, and NFS-e (a fifth); from 5,000 suppliers, the
 * first of whom issued a tenth of the notes; the first hundredth in homologation. Each complete NF-e has a payable. The data are the same
 * each time.
 */
async function fill(em: EntityManager, companyId: string, documents: number): Promise<void> {
  await em.transactional(async (inOne) => {
    await inOne.execute('select setseed(0.42)');
    await inOne.execute(insertDocuments, [documents, documents, documents, companyId]);
    await inOne.execute(insertPayables, [companyId]);
  });
}

const insertDocuments = `
  with drawn as (
    select i, random() as kind, random() as answer, case when random() < 0.1 then 1 else ceil(power(random(), 2) * 5000)::int end as supplier,
      i <= ?::int / 100 as is_trial, now() - interval '2 years' * (1 - i / ?::float) - interval '10 days' * random() as emitted
    from generate_series(1, ?::int) i
  ), typed as (
    select *, case when kind < 0.08 then 'RES_NFE' when kind < 0.62 then 'PROC_NFE' when kind < 0.63 then 'RES_EVENTO'
      when kind < 0.78 then 'PROC_EVENTO' when kind < 0.98 then 'NFSE' else 'EVENTO_NFSE' end as type,
      substr(md5(supplier::text), 1, 8) as hash
    from drawn
  ), named as (
    select *, type in ('NFSE', 'EVENTO_NFSE') as is_service, type like '%EVENTO%' as is_event,
      case supplier when 1 then '11222333000181' when 2 then '11444777000161' when 4000 then '59291534000167' else lpad((('x' || hash)::bit(32)::bigint % 100000000000000)::text, 8, '0') || '0001' || lpad((supplier % 100)::text, 2, '0') end as tax_id,
      (array['Comércio', 'Indústria', 'Distribuidora', 'Transportes', 'Padaria', 'Atacado'])[1 + supplier % 6] || ' '
        || (array['São José', 'Água Boa', 'Bela Vista', 'Santa Rita', 'Primavera', 'Horizonte', 'Novo Mundo'])[1 + supplier / 6 % 7]
        || ' ' || supplier || ' Ltda' as name
    from typed
  )
  insert into received_document (
    id, company_id, environment, model, schema_type, nsu, access_key, event_code, event_sequence, event_name, issuer_tax_id, issuer_name,
    number, series, total_value, emission_date, status, role, manifestation, has_full_xml, signature, received_at, updated_at
  )
  select gen_random_uuid(), ?::uuid, case when is_trial then 'HOMOLOGATION' else 'PRODUCTION' end,
    case when is_service then 'NFSE' else 'NFE' end, type, i,
    case when is_service then '3550308' || '2' || lpad(tax_id, 15, '2') || lpad(i::text, 13, '0') || to_char(emitted, 'YYMM') || lpad((i::bigint * 7919 % 10000000000)::text, 10, '0')
      else '35' || to_char(emitted, 'YYMM') || tax_id || '55001' || lpad(i::text, 9, '0') || '1' || lpad((i::bigint * 7919 % 1000000000)::text, 9, '0') end,
    case when is_event then '110110' else '' end, case when is_event then 1 else 0 end, case when is_event then 'Carta de Correção' end,
    tax_id, name, i::text, '1', case when not is_event then round((answer * 1000)::numeric, 2) end, emitted,
    case when is_event then 'REGISTERED' when answer < 0.02 then 'CANCELLED' else 'AUTHORIZED' end,
    case when answer < 0.95 then 'RECIPIENT' else 'TRANSPORTER' end,
    case when type = 'PROC_NFE' and answer < 0.95 then case when answer < 0.5 then 'CONFIRMADA' when answer < 0.9 then 'CIENCIA'
      when answer < 0.9005 then 'DESCONHECIDA' end end,
    type not like 'RES_%', case when type like 'RES_%' then null else 'VALID' end, emitted + interval '1 day', emitted + interval '1 day'
  from named`;

const insertPayables = `
  insert into payable (
    id, company_id, environment, received_document_id, position, number, due_date, amount, status, paid_on, supplier_tax_id, supplier_name,
    created_at, updated_at
  )
  select gen_random_uuid(), company_id, environment, id, 1, '001', (emission_date + interval '30 days')::date, total_value,
    case when emission_date < now() - interval '60 days' then 'PAID' else 'OPEN' end,
    case when emission_date < now() - interval '60 days' then (emission_date + interval '30 days')::date end,
    issuer_tax_id, issuer_name, now(), now()
  from received_document where company_id = ? and schema_type = 'PROC_NFE' and role = 'RECIPIENT'`;
