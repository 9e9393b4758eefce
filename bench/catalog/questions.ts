import type { Orm } from '../../config/orm.ts';
import type { FilledApi } from '../filled-api.ts';
import type { Size } from './fill.ts';

/** One row of the table; each request takes the next of its paths. */
export type Question = {
  what: string;
  paths: string[];
  /** Whether a client is changed before each request, so that stored totals are no longer valid. */
  amongChanges?: boolean;
};

/** The requests of an ERP and its users to a catalog: pages, filters, and searches from rare to broad, with terms taken from the rows. */
export async function questions({ orm, companyId }: FilledApi, size: Size): Promise<Question[]> {
  const clients = await sampled(orm, companyId);
  const terms = (of: (client: SampledClient) => string | null): string[] =>
    clients.map(of).flatMap((term) => (term ? [term] : []));
  return [
    list('clients, first page', 'clients', ''),
    list('clients, first page of 100', 'clients', 'pageSize=100'),
    list('clients, page in the middle', 'clients', `page=${Math.ceil(size.clients / 40)}`),
    list('clients, last page', 'clients', `page=${Math.ceil(size.clients / 20)}`),
    list('clients, state=SP', 'clients', 'state=SP'),
    list('clients, state=SP, page 5,000', 'clients', 'state=SP&page=5000'),
    list('clients, state=RR', 'clients', 'state=RR'),
    list('clients, documentType=CPF', 'clients', 'documentType=CPF'),
    list('clients, documentType=FOREIGN', 'clients', 'documentType=FOREIGN'),
    list('clients, isActive=true, page 20,000', 'clients', 'isActive=true&page=20000'),
    list('clients, isActive=false', 'clients', 'isActive=false'),
    list(
      'clients, state=RR, documentType=CNPJ, isActive=false',
      'clients',
      'state=RR&documentType=CNPJ&isActive=false',
    ),
    search(
      'clients, a full name',
      'clients',
      terms(({ name }) => name),
    ),
    search(
      'clients, part of a name',
      'clients',
      terms(({ name }) => name.slice(3, 14)),
    ),
    search(
      'clients, a document with punctuation',
      'clients',
      terms(({ document }) => punctuated(document)),
    ),
    search(
      'clients, part of a document',
      'clients',
      terms(({ document }) => document.slice(2, 9)),
    ),
    search(
      'clients, an e-mail',
      'clients',
      terms(({ email }) => email),
    ),
    search(
      'clients, a trade name',
      'clients',
      terms(({ tradeName }) => tradeName),
    ),
    search('clients, first and last name', 'clients', ['maria silva', 'JOSE SANTOS', 'ana  oliveira', 'joão souza']),
    search('clients, a rare word', 'clients', ['drummond', 'takahashi', 'estevao', 'Vidraçaria']),
    search('clients, a broad word', 'clients', ['silva', 'comercio', 'maria', 'santos']),
    amongChanges(search('clients, a broad word', 'clients', ['silva', 'comercio', 'maria', 'santos'])),
    search('clients, a broad word, state=MG', 'clients', ['silva', 'comercio', 'maria', 'santos'], 'state=MG'),
    search('clients, a broad word, page 2,000', 'clients', ['silva'], 'page=2000'),
    search('clients, in a third of them', 'clients', ['ltda']),
    amongChanges(search('clients, in a third of them', 'clients', ['ltda'])),
    search('clients, in nearly all of them', 'clients', ['example']),
    amongChanges(search('clients, in nearly all of them', 'clients', ['example'])),
    search('clients, two letters', 'clients', ['jo', 'zi', 'ta', 'be']),
    search('clients, one letter', 'clients', ['m', 'z']),
    amongChanges(search('clients, one letter', 'clients', ['m', 'z'])),
    list('products, first page', 'products', ''),
    list('products, page in the middle', 'products', `page=${Math.ceil(size.products / 40)}`),
    list('products, last page', 'products', `page=${Math.ceil(size.products / 20)}`),
    search('products, a name', 'products', ['parafuso aço inox', 'LAMPADA BRANCO', 'cafe organico', 'óleo premium']),
    search('products, a code', 'products', ['PAR-000123', 'caf-0017', 'tin-05', 'LAM-09']),
    search('products, a broad word', 'products', ['parafuso', 'inox', 'reforcado']),
    search('products, in a tenth of them', 'products', ['0mm']),
  ];
}

type SampledClient = { name: string; document: string; email: string | null; tradeName: string | null };

async function sampled(orm: Orm, companyId: string): Promise<SampledClient[]> {
  return orm.em.fork().execute<SampledClient[]>(
    `select name, document, email, trade_name as "tradeName" from client tablesample bernoulli (0.1) repeatable (7)
     where company_id = ? and document <> '' limit 50`,
    [companyId],
  );
}

function list(what: string, resource: string, query: string): Question {
  return { what, paths: [`/v1/${resource}?${query}`] };
}

function search(what: string, resource: string, terms: string[], filter = ''): Question {
  return { what, paths: terms.map((term) => `/v1/${resource}?search=${encodeURIComponent(term)}&${filter}`) };
}

function amongChanges(question: Question): Question {
  return { ...question, what: `${question.what}, a client changed since`, amongChanges: true };
}

function punctuated(document: string): string {
  return document.length === 11
    ? document.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
    : document.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
}
