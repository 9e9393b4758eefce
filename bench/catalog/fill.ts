import type { EntityManager, Orm } from '../../config/orm.ts';
import type { ProductTaxation } from '../../domain/taxation/levels/records.ts';
import { filledCompany, type FilledApi, openFilledApi } from '../filled-api.ts';
import words from './words.json' with { type: 'json' };

/** How many rows of each kind a company gets. */
export type Size = { clients: number; products: number };

/** Percentages by state, roughly those of the population. */
const states = Object.entries({ SP: 22, MG: 10, RJ: 8, BA: 7, PR: 6, RS: 5, PE: 5, CE: 4, PA: 4, SC: 4, GO: 3, MA: 3 })
  .flatMap(([state, share]) => Array.from({ length: share }, () => state))
  .concat('AC AL AM AP DF ES MS MT PB PI RN RO RR SE TO'.split(' '));

const neighbours = 10;

/** @param size of the measured company's catalog; each neighbour has a hundredth of it, added before or after */
export function openApiWithCatalog(size: Size, log: (line: string) => void): Promise<FilledApi> {
  const furnished = (orm: Orm, size: Size): Promise<string> =>
    filledCompany(orm, 'HOMOLOGATION', (em, companyId) => fill(em, companyId, size));
  const small = { clients: Math.ceil(size.clients / 100), products: Math.ceil(size.products / 100) };
  return openFilledApi(async (orm) => {
    for (let index = 0; index < neighbours / 2; index += 1) await furnished(orm, small);
    log(`${size.clients} clients and ${size.products} products: about a minute for each million`);
    const companyId = await furnished(orm, size);
    for (let index = 0; index < neighbours / 2; index += 1) await furnished(orm, small);
    return companyId;
  }, log);
}

/**
 * Fills a company with clients and products as they are in Brazil: names and trade names with accents, frequent and rare ones, all states,
 * CPF and CNPJ, a few foreigners and anonymous consumers. The data are the same each time.
 */
async function fill(em: EntityManager, companyId: string, { clients, products }: Size): Promise<void> {
  const { firstNames, surnames, trades, productNouns, productTraits } = words;
  await em.transactional(async (inOne) => {
    await inOne.execute('select setseed(0.42)');
    await inOne.execute(insertClients, [...[firstNames, surnames, trades, states].map(list), clients, companyId]);
    await inOne.execute(insertProducts, [
      ...[productNouns, productTraits].map(list),
      products,
      companyId,
      JSON.stringify(taxation),
    ]);
  });
}

const list = (items: string[]): string => items.join('|');

const taxation: ProductTaxation = {
  cfops: { internalCfop: '5102', interstateContributor: '6102', interstateNonContributor: '6108', exportCfop: null },
  fields: {
    ncm: '73181500',
    icmsOrigin: '0',
    icmsSituation: '00',
    icmsRate: '18.0000',
    pisSituation: '01',
    pisRate: '1.6500',
  },
};

const any = (array: string): string => `${array}[1 + floor(random() * cardinality(${array}))::int]`;

const insertClients = `
  with words as (
    select string_to_array(?, '|') as firsts, string_to_array(?, '|') as lasts, string_to_array(?, '|') as trades, string_to_array(?, '|') as states
  ), drawn as (
    select i, random() as kind, ${any('firsts')} as first, ${any('lasts')} as middle, ${any('lasts')} as last,
      ${any('trades')} as trade, ${any('states')} as state,
      lpad(((i * 7919 + 12345) % 100000000000)::text, 11, '0') as digits
    from generate_series(1, ?::bigint) i, words
  ), formed as (
    select *, kind < 0.37 as is_company, kind > 0.97 and kind <= 0.98 as is_foreign, kind > 0.98 as is_nobody from drawn
  )
  insert into client (
    id, company_id, name, trade_name, type, document_type, document, state_registration, taxpayer_type, email, phone, zip_code,
    street, number, neighborhood, city, state, municipality_code, country, is_active, created_at, updated_at
  )
  select uuidv7(), ?::uuid,
    case when is_company then concat_ws(' ', trade, first, last, 'Ltda') else concat_ws(' ', first, middle, last) end,
    case when is_company then concat_ws(' ', trade, 'do', first) end,
    case when is_company then 'COMPANY' when is_foreign then 'FOREIGN' else 'INDIVIDUAL' end,
    case when is_company then 'CNPJ' when is_foreign then 'FOREIGN' when not is_nobody then 'CPF' end,
    case when is_company then digits || '000' when is_foreign then 'P' || digits when is_nobody then '' else digits end,
    case when is_company then digits end,
    case when is_company then 'CONTRIBUINTE' else 'NAO_CONTRIBUINTE' end,
    case when kind < 0.9 then plain_text(first || '.' || last || i % 9973 || '@example.com.br') end,
    '11' || left(digits, 9), '01310100', 'Avenida Paulista', (i % 3000)::text, 'Bela Vista', 'Município',
    case when not is_foreign then state end, null, case when is_foreign then 'US' else 'BR' end, random() < 0.95, now(), now()
  from formed`;

const insertProducts = `
  with words as (select string_to_array(?, '|') as nouns, string_to_array(?, '|') as traits), drawn as (
    select i, ${any('nouns')} as noun, ${any('traits')} as trait, ${any('traits')} as other from generate_series(1, ?::bigint) i, words
  )
  insert into product (
    id, company_id, name, code, sale_price, commercial_unit, tax_unit, tax_unit_export, taxation, created_at, updated_at
  )
  select uuidv7(), ?::uuid, concat_ws(' ', noun, trait, other, i % 100 || 'mm'), upper(left(plain_text(noun), 3)) || '-' || lpad(i::text, 6, '0'),
    round((random() * 500)::numeric, 2), 'UN - UNIDADE', 'UN - UNIDADE', 'KG - QUILOGRAMA', ?::jsonb, now(), now()
  from drawn`;
