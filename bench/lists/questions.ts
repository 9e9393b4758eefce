import { environments } from '../../domain/companies/settings.ts';
import { documentTypes } from '../../domain/document-types.ts';
import { documentStatuses } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Question } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';

/** The first page of every combination of filters, each on its own, so that the median of a group does not hide its slowest. */
export function everyFirstPage(): Question[] {
  return [...environments, 'ALL'].flatMap((environment) =>
    [undefined, ...documentStatuses].flatMap((status) =>
      [undefined, ...documentTypes].map((type) => firstPage({ environment, status, type })),
    ),
  );
}

/** Near and far pages of the plain list and of frequent and rare filters; and documents by id. */
export async function fewQuestions(filled: FilledApi): Promise<Question[]> {
  const total = await rows(filled, `environment = 'PRODUCTION'`);
  const coupons = await rows(filled, `environment = 'PRODUCTION' and type = 'NFCE'`);
  const rejected = await rows(filled, `environment = 'PRODUCTION' and status = 'REJECTED'`);
  return [
    list('first page', ''),
    list('first page of 100', 'pageSize=100'),
    list('page 1,000', 'page=1000'),
    list('page in the middle', `page=${Math.ceil(total / 40)}`),
    list('last page', `page=${Math.ceil(total / 20)}`),
    list('beyond the last page', `page=${Math.ceil(total / 20) + 1}`),
    list('both environments, first page', 'environment=ALL'),
    list('both environments, page in the middle', `environment=ALL&page=${Math.ceil(total / 40)}`),
    list('type=NFCE, page in the middle', `type=NFCE&page=${Math.ceil(coupons / 40)}`),
    list('type=NFCE, last page', `type=NFCE&page=${Math.ceil(coupons / 20)}`),
    list('status=REJECTED, page in the middle', `status=REJECTED&page=${Math.ceil(rejected / 40)}`),
    list('status=REJECTED, last page', `status=REJECTED&page=${Math.ceil(rejected / 20)}`),
    ...(await finds(filled)),
    { what: 'a document by its id', paths: await someDocuments(filled) },
  ];
}

/** Filters that find one document, a few, many, and nearly all. */
async function finds({ orm, companyId }: FilledApi): Promise<Question[]> {
  const [one] = await acrossCompanies(orm).execute<
    { number: number; key: string; client: string | null; sale: string }[]
  >(
    `select number, access_key as key, client_id as client, external_id as sale from document
     where company_id = ? and environment = 'PRODUCTION' and status = 'AUTHORIZED' order by md5(id::text) limit 1`,
    [companyId],
  );
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const asked: Record<string, string>[] = [
    { number: String(one?.number) },
    { number: String(one?.number), series: '1' },
    { series: '1' },
    { series: '2' },
    { externalId: one?.sale ?? '' },
    { search: one?.sale ?? '' },
    { search: 'sale 1234' },
    { search: 'sale' },
    { search: 'zebra' },
    { issuedFrom: day(1), issuedTo: day(1) },
    { issuedFrom: day(40), issuedTo: day(10) },
    { issuedFrom: day(400) },
    { issuedFrom: day(400), status: 'REJECTED' },
    { updatedSince: `${day(1)}T00:00:00Z` },
    { updatedSince: `${day(400)}T00:00:00Z` },
    { waiting: 'true' },
    { waiting: 'false' },
    ...(one?.client ? [{ clientId: one.client }] : []),
  ];
  return asked.map((query) => list(new URLSearchParams(query).toString(), new URLSearchParams(query).toString()));
}

/** Paths of documents from all parts of the list. */
async function someDocuments({ orm, companyId }: FilledApi): Promise<string[]> {
  const found = await acrossCompanies(orm).execute<{ id: string }[]>(
    'select id from document where company_id = ? order by md5(id::text) limit 100',
    [companyId],
  );
  return found.map(({ id }) => `/v1/fiscal-documents/${id}`);
}

function firstPage(filters: Record<string, string | undefined>): Question {
  const query = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
  return list(query.join(' '), query.join('&'));
}

function list(what: string, query: string): Question {
  return { what, paths: [`/v1/fiscal-documents?${query}`] };
}

async function rows({ orm, companyId }: FilledApi, condition: string): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ rows: number }[]>(
    `select count(*)::int as rows from document where company_id = ? and ${condition}`,
    [companyId],
  );
  return row?.rows ?? 0;
}
