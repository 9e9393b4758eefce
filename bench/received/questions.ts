import { isAccessKey } from '../../domain/access-key.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Question } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';

/** A day so many days ago; `firstOf` is the first day of its month, so that one filter cuts a month and the other does not. */
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const firstOf = (daysAgo: number): string => `${day(daysAgo).slice(0, 7)}-01`;

/** Filters of `/v1/received-documents`, alone and combined. */
const receivedFilters = [
  '',
  'model=NFE',
  'model=NFSE',
  'schemaType=RES_NFE',
  'schemaType=PROC_NFE',
  'schemaType=RES_EVENTO',
  'manifestation=CONFIRMADA',
  'manifestation=DESCONHECIDA',
  'pending=true',
  'pending=false',
  'issuerCnpj=11222333000181',
  'issuerCnpj=59291534000167',
  `emittedFrom=${day(20)}`,
  `emittedFrom=${firstOf(380)}&emittedTo=${day(350)}`,
  `emittedFrom=${day(600)}&emittedTo=${day(240)}`,
  `emittedTo=${day(365)}`,
  'model=NFE&pending=true',
  'model=NFE&schemaType=PROC_NFE&manifestation=CIENCIA',
  `pending=true&emittedFrom=${day(45)}`,
  `manifestation=DESCONHECIDA&emittedFrom=${day(600)}&emittedTo=${day(240)}`,
  `schemaType=EVENTO_NFSE&emittedFrom=${day(600)}&emittedTo=${day(240)}`,
  `schemaType=PROC_NFE&emittedFrom=${day(600)}&emittedTo=${day(240)}`,
  `issuerCnpj=11222333000181&emittedFrom=${day(600)}&emittedTo=${day(240)}`,
  'issuerCnpj=11222333000181&pending=true',
  'search=padaria',
  'search=primavera%204321',
  'search=comercio%20agua%20boa',
  'search=11.222.333%2F0001-81',
  'search=59291534000167',
  'search=ltda',
  'search=pa',
  'search=padaria&model=NFSE',
  `search=padaria&emittedFrom=${day(20)}`,
  `search=padaria&emittedFrom=${day(600)}&emittedTo=${day(570)}`,
  'search=padaria&pending=true',
];

const payableFilters = [
  '',
  'status=OPEN',
  'status=PAID',
  'status=CANCELLED',
  `dueFrom=${day(0)}`,
  `dueFrom=${day(500)}&dueTo=${day(140)}`,
  `status=PAID&dueFrom=${day(500)}&dueTo=${day(140)}`,
  'supplier=11222333000181',
  'supplier=59291534000167&status=OPEN',
  'supplier=padaria',
  `supplier=padaria&status=OPEN&dueFrom=${day(0)}`,
];

/** The first page of every filter. */
export function firstPages(): Question[] {
  return [
    ...receivedFilters.map((query) => ({ what: `received ${query}`, paths: [`/v1/received-documents?${query}`] })),
    ...payableFilters.map((query) => ({ what: `payables ${query}`, paths: [`/v1/payables?${query}`] })),
  ];
}

/** A page in the middle and the last page of every filter with more than one page. @param ask returns the number of rows of a path */
export async function farPages(ask: (path: string) => Promise<number>): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { what, paths } of firstPages()) {
    const [path = ''] = paths;
    const pages = Math.ceil((await ask(path)) / 20);
    if (pages < 3) continue;
    const page = (at: number): string[] => [`${path}${path.endsWith('?') ? '' : '&'}page=${at}`];
    questions.push({ what: `${what}, page in the middle`, paths: page(Math.ceil(pages / 2)) });
    questions.push({ what: `${what}, last page`, paths: page(pages) });
  }
  return questions;
}

/** Documents by key (in the list, and by search with the whole key and a part of it), and by id. */
export async function fewDocuments({ orm, companyId }: FilledApi): Promise<Question[]> {
  const found = await acrossCompanies(orm).execute<{ id: string; access_key: string }[]>(
    `select id, access_key from received_document where company_id = ? and model = 'NFE' order by md5(id::text) limit 2000`,
    [companyId],
  );
  const some = found.filter(({ access_key }) => isAccessKey(access_key)).slice(0, 50);
  const list = (name: string, of: (key: string) => string): string[] =>
    some.map(({ access_key }) => `/v1/received-documents?${name}=${of(access_key)}`);
  return [
    { what: 'by access key', paths: list('accessKey', (key) => key) },
    { what: 'search: a whole key', paths: list('search', (key) => key) },
    { what: 'search: the number and code in a key', paths: list('search', (key) => key.slice(25)) },
    { what: 'by id', paths: some.map(({ id }) => `/v1/received-documents/${id}`) },
  ];
}
