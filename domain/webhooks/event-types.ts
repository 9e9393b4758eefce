import { randomBytes } from 'node:crypto';

/** Delivered `type` of each subscription value (spec 1-core §6.1). */
export const eventTypes = {
  DOCUMENT_AUTHORIZED: 'document.authorized',
  DOCUMENT_REJECTED: 'document.rejected',
  DOCUMENT_CANCELLED: 'document.cancelled',
  DOCUMENT_INUTILIZED: 'document.inutilized',
} as const;

/** What an endpoint may subscribe to; none chosen means all. */
export type Subscription = keyof typeof eventTypes;
/** Subscriptions to events about one document. */
export type DocumentSubscription = Exclude<Subscription, 'DOCUMENT_INUTILIZED'>;
export const subscriptions = Object.keys(eventTypes) as [Subscription, ...Subscription[]];

/** Every event that is kept and delivered: those above, and the test that an endpoint asks for (decisions.md, "Seams"). */
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

/** What the endpoint of an office may subscribe to; none chosen means all but the ends of closings (decisions-2, 61). */
export type OfficeSubscription = Subscription | OfficeEventName | ClosingEventName;
export const officeSubscriptions = Object.keys({ ...eventTypes, ...officeEventTypes, ...closingEventTypes }) as [
  OfficeSubscription,
  ...OfficeSubscription[],
];

/** The `type` of everything that is delivered, by the name it is kept by. */
export const typesOfKept = { ...deliveredTypes, ...officeEventTypes, ...closingEventTypes } as const;
export type KeptEventName = keyof typeof typesOfKept;
export const keptEventNames = Object.keys(typesOfKept) as [KeptEventName, ...KeptEventName[]];

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A fresh id of an event, what receivers deduplicate by: `evt_` and 32 hexadecimal digits. */
export const newEventId = (): string => `evt_${randomBytes(16).toString('hex')}`;
