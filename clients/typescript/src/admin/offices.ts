import {
  type AdminCalls,
  type AdminList,
  type AdminSchema,
  type CallOptions,
  type CreateOptions,
  once,
  onceAt,
  type Query,
} from './requests.ts';

/** Accountants' offices, and which of them works for which company. */
export function offices({ get, post, put, delete: remove }: AdminCalls, list: AdminList) {
  const one = '/admin/v1/offices/{officeId}';
  const link = '/admin/v1/companies/{companyId}/links/{officeId}';
  const at = (officeId: string) => ({ params: { path: { officeId } } });
  return {
    offices: {
      list: (query: { search?: string; pageSize?: number } = {}, options: CallOptions = {}) =>
        list('/admin/v1/offices', { params: { query }, ...options }),
      create: (form: AdminSchema<'OfficeCreation'>, options?: CreateOptions) =>
        post('/admin/v1/offices', { ...once(options), body: form }),
      get: (id: string, options?: CallOptions) => get(one, { ...at(id), ...options }),
      suspend: (id: string, options?: CallOptions) => post(`${one}/suspend`, { ...at(id), ...options }),
      resume: (id: string, options?: CallOptions) => post(`${one}/resume`, { ...at(id), ...options }),
      keys: {
        list: (officeId: string, options?: CallOptions) => get(`${one}/keys`, { ...at(officeId), ...options }),
        create: (officeId: string, form: AdminSchema<'OfficeKeyCreation'>, options?: CreateOptions) =>
          post(`${one}/keys`, { ...onceAt({ officeId }, options), body: form }),
        revoke: (officeId: string, keyId: string, options?: CallOptions) =>
          remove(`${one}/keys/{keyId}`, { params: { path: { officeId, keyId } }, ...options }),
      },
      webhooks: {
        list: (officeId: string, options?: CallOptions) => get(`${one}/webhooks`, { ...at(officeId), ...options }),
        create: (officeId: string, form: AdminSchema<'OfficeWebhookCreation'>, options?: CreateOptions) =>
          post(`${one}/webhooks`, { ...onceAt({ officeId }, options), body: form }),
        remove: (officeId: string, id: string, options?: CallOptions) =>
          remove(`${one}/webhooks/{id}`, { params: { path: { officeId, id } }, ...options }),
        /** The old secret stops working at once; who asks again with the same key is told the same new one. */
        rotateSecret: (officeId: string, id: string, options?: CreateOptions) =>
          post(`${one}/webhooks/{id}/rotate-secret`, onceAt({ officeId, id }, options)),
      },
    },
    links: {
      list: (query: Query<'listLinks'> = {}, options: CallOptions = {}) =>
        list('/admin/v1/links', { params: { query }, ...options }),
      /** Asks a company, whose administrators are invited by mail. */
      request: (companyId: string, officeId: string, options?: CreateOptions) =>
        post('/admin/v1/companies/{companyId}/links', { ...onceAt({ companyId }, options), body: { officeId } }),
      /** For a company that has told you so. */
      accept: (
        companyId: string,
        officeId: string,
        { issuingAllowed = false, ...options }: CreateOptions & { issuingAllowed?: boolean } = {},
      ) => post(`${link}/accept`, { ...onceAt({ companyId, officeId }, options), body: { issuingAllowed } }),
      refuse: (companyId: string, officeId: string, options?: CreateOptions) =>
        post(`${link}/refuse`, onceAt({ companyId, officeId }, options)),
      end: (companyId: string, officeId: string, options?: CreateOptions) =>
        post(`${link}/end`, onceAt({ companyId, officeId }, options)),
      setIssuing: (companyId: string, officeId: string, allowed: boolean, options?: CallOptions) =>
        put(`${link}/issuing`, { params: { path: { companyId, officeId } }, body: { allowed }, ...options }),
    },
  };
}
