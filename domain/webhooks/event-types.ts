import { randomBytes } from 'node:crypto';

/** `type` in the delivery of each event, by its subscription name (docs/webhooks.md). */
export const eventTypes = {
  DOCUMENT_AUTHORIZED: 'document.authorized',
  DOCUMENT_REJECTED: 'document.rejected',
  DOCUMENT_CANCELLED: 'document.cancelled',
  DOCUMENT_INUTILIZED: 'document.inutilized',
} as const;

/**
 * Events about something that no longer works. They are sent only to endpoints that name them, because older endpoints that name none do not expect
 * them.
 */
const noticeEventTypes = {
  DOCUMENT_WAITING: 'document.waiting',
  CERTIFICATE_EXPIRING: 'certificate.expiring',
  AUTHORITY_STATUS: 'authority.status',
  MAIL_FAILED: 'mail.failed',
} as const;
export type NoticeName = keyof typeof noticeEventTypes;

/** Events that are sent to every endpoint that names none. */
export type CommonEventName = keyof typeof eventTypes;
/** Events about one document. */
export type DocumentSubscription = Exclude<CommonEventName, 'DOCUMENT_INUTILIZED'>;
/** Events about what others issue against the company, and what it owes for that. They are sent only to endpoints of a company that name them. */
export const supplierEventTypes = {
  RECEIVED_DOCUMENT_CREATED: 'received_document.created',
  RECEIVED_DOCUMENT_UPDATED: 'received_document.updated',
  SUPPLIER_CANCELLED: 'supplier.cancelled',
  PAYABLE_CREATED: 'payable.created',
  PAYABLE_DUE: 'payable.due',
} as const;
export type SupplierEventName = keyof typeof supplierEventTypes;

/** Events that an endpoint of a company may name; without a name it gets the common events. */
export type Subscription = CommonEventName | NoticeName | SupplierEventName;
export const subscriptions = Object.keys({ ...eventTypes, ...noticeEventTypes, ...supplierEventTypes }) as [
  Subscription,
  ...Subscription[],
];

/** Events that an endpoint of a company gets without naming them, and the test event. */
export const deliveredTypes = { ...eventTypes, WEBHOOK_TEST: 'webhook.test' } as const;

/** Events that may be sent to an endpoint of a company. */
export type CompanyEventName = Subscription | 'WEBHOOK_TEST';
export const companyEventNames: readonly CompanyEventName[] = [...subscriptions, 'WEBHOOK_TEST'];

/** Events that an endpoint of an office that names none gets besides the common ones. */
export const officeEventTypes = {
  RECEIVED_DOCUMENT_CREATED: supplierEventTypes.RECEIVED_DOCUMENT_CREATED,
  RECEIVED_DOCUMENT_UPDATED: supplierEventTypes.RECEIVED_DOCUMENT_UPDATED,
  LINK_UPDATED: 'link.updated',
} as const;
export type OfficeEventName = keyof typeof officeEventTypes;

/** Events about the end of a closing. They are sent only to endpoints that name them, because older endpoints that name none do not expect them. */
export const closingEventTypes = {
  CLOSING_COMPLETED: 'closing.completed',
  CLOSING_FAILED: 'closing.failed',
} as const;
export type ClosingEventName = keyof typeof closingEventTypes;

/** Events that an endpoint of an office may name; without a name it gets all but notices and the ends of closings. */
export type OfficeSubscription = CommonEventName | NoticeName | OfficeEventName | ClosingEventName;
export const officeSubscriptions = Object.keys({
  ...eventTypes,
  ...noticeEventTypes,
  ...officeEventTypes,
  ...closingEventTypes,
}) as [OfficeSubscription, ...OfficeSubscription[]];

/** Events that an endpoint of a company or of an office may name. */
export type AnySubscription = Subscription | OfficeSubscription;

/** `type` in the delivery of every event, by the name under which it is stored. */
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

/** A new id of an event, by which receivers recognize a repeat: `evt_` and 32 hexadecimal digits. */
export const newEventId = (): string => `evt_${randomBytes(16).toString('hex')}`;
