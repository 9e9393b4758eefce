import { randomBytes } from 'node:crypto';

/** Delivered `type` of each subscription value (spec 1-core §6.1). */
export const eventTypes = {
  DOCUMENT_AUTHORIZED: 'document.authorized',
  DOCUMENT_REJECTED: 'document.rejected',
  DOCUMENT_CANCELLED: 'document.cancelled',
  DOCUMENT_INUTILIZED: 'document.inutilized',
} as const;

/** What went well so far and does not any more. They go to endpoints that name them: receivers that chose none were made before. */
const noticeEventTypes = {
  DOCUMENT_WAITING: 'document.waiting',
  CERTIFICATE_EXPIRING: 'certificate.expiring',
  AUTHORITY_STATUS: 'authority.status',
  MAIL_FAILED: 'mail.failed',
} as const;
export type NoticeName = keyof typeof noticeEventTypes;

/** Events that an endpoint hears unless it names others. */
export type CommonEventName = keyof typeof eventTypes;
/** The events that are about one document. */
export type DocumentSubscription = Exclude<CommonEventName, 'DOCUMENT_INUTILIZED'>;
/** What others issue against the company, and what it owes for that. They go to endpoints of a company that name them. */
export const supplierEventTypes = {
  RECEIVED_DOCUMENT_CREATED: 'received_document.created',
  RECEIVED_DOCUMENT_UPDATED: 'received_document.updated',
  SUPPLIER_CANCELLED: 'supplier.cancelled',
  PAYABLE_CREATED: 'payable.created',
  PAYABLE_DUE: 'payable.due',
} as const;
export type SupplierEventName = keyof typeof supplierEventTypes;

/** What the endpoint of a company may subscribe to; none chosen means the common events alone. */
export type Subscription = CommonEventName | NoticeName | SupplierEventName;
export const subscriptions = Object.keys({ ...eventTypes, ...noticeEventTypes, ...supplierEventTypes }) as [
  Subscription,
  ...Subscription[],
];

/** What an endpoint of a company hears without naming it, and the test that it asks for (decisions.md, "Seams"). */
export const deliveredTypes = { ...eventTypes, WEBHOOK_TEST: 'webhook.test' } as const;

/** An event that an endpoint of a company may be sent. */
export type CompanyEventName = Subscription | 'WEBHOOK_TEST';
export const companyEventNames: readonly CompanyEventName[] = [...subscriptions, 'WEBHOOK_TEST'];

/** Events that the endpoint of an office hears unless it names others, beside the common ones. */
export const officeEventTypes = {
  RECEIVED_DOCUMENT_CREATED: supplierEventTypes.RECEIVED_DOCUMENT_CREATED,
  RECEIVED_DOCUMENT_UPDATED: supplierEventTypes.RECEIVED_DOCUMENT_UPDATED,
  LINK_UPDATED: 'link.updated',
} as const;
export type OfficeEventName = keyof typeof officeEventTypes;

/** Ends of closings. They go to endpoints that name them: receivers that chose none were made before there were closings. */
export const closingEventTypes = {
  CLOSING_COMPLETED: 'closing.completed',
  CLOSING_FAILED: 'closing.failed',
} as const;
export type ClosingEventName = keyof typeof closingEventTypes;

/** What the endpoint of an office may subscribe to; none chosen means all but notices and the ends of closings (decisions-2, 61). */
export type OfficeSubscription = CommonEventName | NoticeName | OfficeEventName | ClosingEventName;
export const officeSubscriptions = Object.keys({
  ...eventTypes,
  ...noticeEventTypes,
  ...officeEventTypes,
  ...closingEventTypes,
}) as [OfficeSubscription, ...OfficeSubscription[]];

/** An event that an endpoint of a company or of an office may subscribe to. */
export type AnySubscription = Subscription | OfficeSubscription;

/** The `type` of everything that is delivered, by the name it is kept by. */
export const typesOfKept = {
  ...deliveredTypes,
  ...officeEventTypes,
  ...closingEventTypes,
  ...noticeEventTypes,
  ...supplierEventTypes,
} as const;
export type KeptEventName = keyof typeof typesOfKept;
export const keptEventNames = Object.keys(typesOfKept) as [KeptEventName, ...KeptEventName[]];

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A fresh id of an event, what receivers deduplicate by: `evt_` and 32 hexadecimal digits. */
export const newEventId = (): string => `evt_${randomBytes(16).toString('hex')}`;
