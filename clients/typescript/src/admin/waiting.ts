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

/** What waits or has stopped, what helps, what a document went through, and what endpoints were told. */
export function waiting({ get, post }: AdminCalls) {
  return {
    attention: {
      list: (query: Query<'listAttention'> = {}, options?: CallOptions) =>
        get('/admin/v1/attention', { params: { query }, ...options }),
      /** Does what helps: `remedy` of an item that `isDoneHere`, for the company of the item. */
      apply: (companyId: string, remedy: AdminSchema<'RemedyRequest'>, options?: CreateOptions) =>
        post('/admin/v1/companies/{companyId}/remedies', { ...onceAt({ companyId }, options), body: remedy }),
    },
    /** @param reference id of the document, its access key, or the Id of its DPS */
    story: (reference: string, options?: CallOptions) =>
      get('/admin/v1/fiscal-documents/{reference}/story', { params: { path: { reference } }, ...options }),
    deliveries: {
      /** The newest first. */
      list: (query: Omit<Query<'listDeliveries'>, 'after'> = {}, options?: CallOptions) =>
        ledger((after) => get('/admin/v1/deliveries', { params: { query: { ...query, ...after } }, ...options })),
      get: (deliveryId: string, options?: CallOptions) =>
        get('/admin/v1/deliveries/{deliveryId}', { params: { path: { deliveryId } }, ...options }),
      redeliver: (deliveryId: string, options?: CreateOptions) =>
        post('/admin/v1/deliveries/{deliveryId}/redeliver', onceAt({ deliveryId }, options)),
      /** All failed ones that match, 1,000 at a time. */
      redeliverMatching: (filter: AdminSchema<'RedeliveryRequest'>, options?: CreateOptions) =>
        post('/admin/v1/redeliveries', { ...once(options), body: filter }),
    },
  };
}
