import {
  type AdminCalls,
  type AdminSchema,
  type CallOptions,
  type CreateOptions,
  ledger,
  once,
  onceAt,
  type Query,
} from './requests.ts';

/** What is of the whole installation: authorities and contingencies, the law, shared templates, and who did what. */
export function installation({ get, post, delete: remove }: AdminCalls) {
  const contingency = '/admin/v1/companies/{companyId}/contingency';
  return {
    authorities: {
      list: (query: Query<'listAuthorities'> = {}, options?: CallOptions) =>
        get('/admin/v1/authorities', { params: { query }, ...options }),
    },
    contingency: {
      get: (companyId: string, query: Query<'getContingency'> = {}, options?: CallOptions) =>
        get(contingency, { params: { path: { companyId }, query }, ...options }),
      enter: (companyId: string, form: AdminSchema<'ContingencyEntering'>, options?: CreateOptions) =>
        post(`${contingency}/enter`, { ...onceAt({ companyId }, options), body: form }),
      leave: (companyId: string, form: AdminSchema<'ContingencyLeaving'>, options?: CreateOptions) =>
        post(`${contingency}/leave`, { ...onceAt({ companyId }, options), body: form }),
    },
    law: {
      rates: (query: Query<'getRates'> = {}, options?: CallOptions) =>
        get('/admin/v1/rates', { params: { query }, ...options }),
      schemas: (options?: CallOptions) => get('/admin/v1/schemas', { ...options }),
    },
    templates: {
      list: (query: Query<'listSharedTemplates'> = {}, options?: CallOptions) =>
        get('/admin/v1/templates', { params: { query }, ...options }),
      load: (set: AdminSchema<'TemplateLoad'> = {}, options?: CreateOptions) =>
        post('/admin/v1/templates', { ...once(options), body: set }),
      remove: (templateId: string, options?: CallOptions) =>
        remove('/admin/v1/templates/{templateId}', { params: { path: { templateId } }, ...options }),
    },
    audit: {
      /** The newest first. */
      list: (query: Omit<Query<'listAudit'>, 'after'> = {}, options?: CallOptions) =>
        ledger((after) => get('/admin/v1/audit', { params: { query: { ...query, ...after } }, ...options })),
    },
  };
}
