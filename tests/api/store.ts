import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Document } from '../../domain/documents/document.entity.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { issuer } from '../support/samples/notes.ts';
import { newCompany, sale, type TestApi } from './fixture.ts';

export type Store = Awaited<ReturnType<typeof newStore>>;
type Fields = Record<string, unknown>;

/** Default taxes of a company of the normal regime, for every field. */
export const taxDefaults = {
  cfop: '5102',
  icmsOrigin: '0',
  icmsSituation: '00',
  icmsRate: '18.0000',
  pisSituation: '01',
  pisRate: '1.6500',
  cofinsSituation: '01',
  cofinsRate: '7.6000',
  ibsCbsSituation: '000',
  ibsCbsClassification: '000001',
};

/** Makes a company with those defaults, with functions for what its ERP stores and sells by the API. */
export async function newStore(api: TestApi, options: Parameters<typeof newCompany>[1] = {}) {
  const settings = { ...issuer.settings, taxDefaults: { ...taxDefaults, benefitCode: 'SEM CBENEF' } };
  const { company, key } = await newCompany(api.orm, { settings, ...options });
  const call = (method: string, path: string, body?: unknown) => api.call(method, path, { key, body });

  async function kept(path: string, body: Fields): Promise<string> {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return String(answer.body.id);
  }
  return {
    company,
    key,
    call,
    rule: (fields: Fields = {}) =>
      kept('/v1/tax-rules', { name: 'Revenda', model: 'NFE', nfeTaxRules: [{ icmsCst: '40' }], ...fields }),
    product: (fields: Fields = {}) =>
      kept('/v1/products', {
        name: 'Café torrado em grãos 500 g',
        code: randomUUID(),
        salePrice: '39.90',
        commercialUnit: 'PCT - PACOTE',
        gtin: '7891000315507',
        nfeConfig: { ncm: '09012100' },
        ...fields,
      }),
    template: (fields: Fields = {}) =>
      kept('/v1/fiscal-templates', { name: 'Venda', type: 'NFE', operationNature: 'Venda pelo modelo', ...fields }),
    carrier: (fields: Fields = {}) => kept('/v1/carriers', { name: 'Transportes Andorinha Ltda', ...fields }),
    vehicle: (carrier: string, fields: Fields = {}) =>
      kept(`/v1/carriers/${carrier}/vehicles`, { plate: 'ABC-1D23', state: 'SP', ...fields }),
    client: (fields: Fields = {}) => kept('/v1/clients', { name: 'Comércio Água Boa S/A', ...fields }),
    /** Creates a document of a sale that is accepted as it is, with these changes. */
    create: (changes: Fields = {}) => call('POST', '/v1/fiscal-documents', sale(changes)),
    preview: (changes: Fields = {}) => call('POST', '/v1/fiscal-documents/preview', sale(changes)),
    detail: async (id: unknown) => (await call('GET', `/v1/fiscal-documents/${String(id)}`)).body,
    stored: (id: unknown) =>
      acrossCompanies(api.orm).findOneOrFail(Document, { id: String(id) }, { populate: ['payload'] }),
  };
}

/** Loads a template for all companies, as the operator does. */
export async function sharedTemplate(api: TestApi, fields: Partial<FiscalTemplate> = {}): Promise<string> {
  const em = acrossCompanies(api.orm);
  const { id } = em.create(FiscalTemplate, {
    company: null,
    source: 'system',
    type: 'NFE',
    name: randomUUID(),
    fields: {},
    operationNature: 'Venda',
    ...fields,
  });
  await em.flush();
  return id;
}

const issueList = z.array(z.object({ path: z.string(), message: z.string() }));

/** The paths in an error, with their messages. */
export function issuesOf(body: Fields): { path: string; message: string }[] {
  return issueList.parse(body.issues ?? []);
}

export function pathsOf(body: Fields): string[] {
  return issuesOf(body).map(({ path }) => path);
}

/** An error without the id of its request, which always differs. */
export const withoutId = ({ status, body }: { status: number; body: Fields }) => ({
  status,
  body: { ...body, requestId: null },
});
