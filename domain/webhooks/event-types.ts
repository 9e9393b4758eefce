import { randomBytes } from 'node:crypto';

/** Delivered `type` of each subscription value (spec 1-core §6.1). */
export const eventTypes = {
  DOCUMENT_AUTHORIZED: 'document.authorized',
  DOCUMENT_REJECTED: 'document.rejected',
  DOCUMENT_CANCELLED: 'document.cancelled',
  DOCUMENT_INUTILIZED: 'document.inutilized',
} as const;

/** What went well so far and does not any more. They go to endpoints that name them: receivers that chose none were made before. */
export const noticeEventTypes = {
  DOCUMENT_WAITING: 'document.waiting',
  CERTIFICATE_EXPIRING: 'certificate.expiring',
  AUTHORITY_STATUS: 'authority.status',
} as const;
export type NoticeName = keyof typeof noticeEventTypes;

/** Events that an endpoint hears unless it names others. */
export type CommonEventName = keyof typeof eventTypes;
/** Those of them that are about one document. */
export type DocumentSubscription = Exclude<CommonEventName, 'DOCUMENT_INUTILIZED'>;
/** What an endpoint may subscribe to; none chosen means all but the notices. */
export type Subscription = CommonEventName | NoticeName;
export const subscriptions = Object.keys({ ...eventTypes, ...noticeEventTypes }) as [Subscription, ...Subscription[]];

/** What an endpoint of a company hears without naming it, and the test that it asks for (decisions.md, "Seams"). */
export const deliveredTypes = { ...eventTypes, WEBHOOK_TEST: 'webhook.test' } as const;
export type EventName = keyof typeof deliveredTypes;
export const eventNames = Object.keys(deliveredTypes) as [EventName, ...EventName[]];

/** Events that only offices listen to; no endpoint of a company may subscribe to them. */
export const officeEventTypes = {
  RECEIVED_DOCUMENT_CREATED: 'received_document.created',
  RECEIVED_DOCUMENT_UPDATED: 'received_document.updated',
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
export type OfficeSubscription = Subscription | OfficeEventName | ClosingEventName;
export const officeSubscriptions = Object.keys({
  ...eventTypes,
  ...noticeEventTypes,
  ...officeEventTypes,
  ...closingEventTypes,
}) as [OfficeSubscription, ...OfficeSubscription[]];

/** The `type` of everything that is delivered, by the name it is kept by. */
export const typesOfKept = {
  ...deliveredTypes,
  ...officeEventTypes,
  ...closingEventTypes,
  ...noticeEventTypes,
} as const;
export type KeptEventName = keyof typeof typesOfKept;
export const keptEventNames = Object.keys(typesOfKept) as [KeptEventName, ...KeptEventName[]];

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A fresh id of an event, what receivers deduplicate by: `evt_` and 32 hexadecimal digits. */
export const newEventId = (): string => `evt_${randomBytes(16).toString('hex')}`;
