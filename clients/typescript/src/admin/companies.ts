import {
  type AdminCalls,
  type AdminList,
  type AdminSchema,
  type CallOptions,
  type CreateOptions,
  once,
  onceAt,
} from './requests.ts';

type Environment = AdminSchema<'CompanyEnvironment'>;

/** Companies, and what each issues with. */
export function companies({ get, post, put, patch, delete: remove }: AdminCalls, list: AdminList) {
  const one = '/admin/v1/companies/{companyId}';
  const at = (companyId: string) => ({ params: { path: { companyId } } });
  return {
    companies: {
      /** By name; those that the key reaches. */
      list: (query: { search?: string; pageSize?: number } = {}, options: CallOptions = {}) =>
        list('/admin/v1/companies', { params: { query }, ...options }),
      create: (form: AdminSchema<'CompanyCreation'>, options?: CreateOptions) =>
        post('/admin/v1/companies', { ...once(options), body: form }),
      get: (id: string, options?: CallOptions) => get(one, { ...at(id), ...options }),
      update: (id: string, body: AdminSchema<'CompanyChanges'>, options?: CallOptions) =>
        patch(one, { ...at(id), body, ...options }),
      activate: (id: string, options?: CallOptions) => post(`${one}/activate`, { ...at(id), ...options }),
      deactivate: (id: string, options?: CallOptions) => post(`${one}/deactivate`, { ...at(id), ...options }),
      /** What keeps it from issuing. */
      readiness: (id: string, options?: CallOptions) => get(`${one}/readiness`, { ...at(id), ...options }),
      setLogo: (id: string, image: string, options?: CallOptions) =>
        put(`${one}/logo`, { ...at(id), body: { image }, ...options }),
      removeLogo: (id: string, options?: CallOptions) => remove(`${one}/logo`, { ...at(id), ...options }),
      quota: (id: string, options?: CallOptions) => get(`${one}/quota`, { ...at(id), ...options }),
      setQuota: (id: string, monthlyQuota: number | null, options?: CallOptions) =>
        put(`${one}/quota`, { ...at(id), body: { monthlyQuota }, ...options }),
    },
    certificates: {
      list: (companyId: string, options?: CallOptions) => get(`${one}/certificates`, { ...at(companyId), ...options }),
      /** @param file an A1 in base64, with its password */
      add: (companyId: string, file: AdminSchema<'CertificateFile'>, options?: CreateOptions) =>
        post(`${one}/certificates`, { ...onceAt({ companyId }, options), body: file }),
      remove: (companyId: string, certificateId: string, options?: CallOptions) =>
        remove(`${one}/certificates/{certificateId}`, { params: { path: { companyId, certificateId } }, ...options }),
    },
    codes: {
      setCsc: (companyId: string, environment: Environment, body: AdminSchema<'CscSetting'>, options?: CallOptions) =>
        put(`${one}/csc/{environment}`, { params: { path: { companyId, environment } }, body, ...options }),
      removeCsc: (companyId: string, environment: Environment, options?: CallOptions) =>
        remove(`${one}/csc/{environment}`, { params: { path: { companyId, environment } }, ...options }),
      setCsrt: (companyId: string, environment: Environment, body: AdminSchema<'CsrtSetting'>, options?: CallOptions) =>
        put(`${one}/csrt/{environment}`, { params: { path: { companyId, environment } }, body, ...options }),
      removeCsrt: (companyId: string, environment: Environment, options?: CallOptions) =>
        remove(`${one}/csrt/{environment}`, { params: { path: { companyId, environment } }, ...options }),
    },
    series: {
      list: (companyId: string, options?: CallOptions) => get(`${one}/series`, { ...at(companyId), ...options }),
      set: (
        companyId: string,
        documentType: AdminSchema<'NumberedType'>,
        body: AdminSchema<'SeriesSetting'>,
        options?: CallOptions,
      ) => put(`${one}/series/{documentType}`, { params: { path: { companyId, documentType } }, body, ...options }),
    },
    /** Keys of companies; those of offices are in `offices.keys`. */
    keys: {
      list: (companyId: string, options?: CallOptions) => get(`${one}/keys`, { ...at(companyId), ...options }),
      /** `key` of what it gives is the key itself, this once: an answer to a repeated creation has none. */
      create: (companyId: string, form: AdminSchema<'KeyCreation'>, options?: CreateOptions) =>
        post(`${one}/keys`, { ...onceAt({ companyId }, options), body: form }),
      revoke: (companyId: string, keyId: string, options?: CallOptions) =>
        remove(`${one}/keys/{keyId}`, { params: { path: { companyId, keyId } }, ...options }),
    },
    portalLinks: {
      /** A link that opens the company's panel once, within two minutes; who asks again gets another one. */
      create: (companyId: string, form: AdminSchema<'PortalLinkRequest'>, options?: CallOptions) =>
        post(`${one}/portal-links`, { ...at(companyId), body: form, ...options }),
    },
    /** Endpoints of companies; those of offices are in `offices.webhooks`. */
    webhooks: {
      list: (companyId: string, options?: CallOptions) => get(`${one}/webhooks`, { ...at(companyId), ...options }),
      create: (companyId: string, form: AdminSchema<'WebhookCreation'>, options?: CreateOptions) =>
        post(`${one}/webhooks`, { ...onceAt({ companyId }, options), body: form }),
      update: (companyId: string, id: string, body: AdminSchema<'WebhookChanges'>, options?: CallOptions) =>
        patch(`${one}/webhooks/{id}`, { params: { path: { companyId, id } }, body, ...options }),
      remove: (companyId: string, id: string, options?: CallOptions) =>
        remove(`${one}/webhooks/{id}`, { params: { path: { companyId, id } }, ...options }),
      /** The old secret stops working at once; who asks again with the same key is told the same new one. */
      rotateSecret: (companyId: string, id: string, options?: CreateOptions) =>
        post(`${one}/webhooks/{id}/rotate-secret`, onceAt({ companyId, id }, options)),
    },
  };
}
