export type * from './contract.ts';
export { LavraError, type LavraErrorCode, type LavraErrorDetails } from './error.ts';
export type { Fetch } from './attempt.ts';
export type { Call, Calls } from './calls.ts';
export type { ChangedPage, Changes, Since } from './changes.ts';
export type { CallOptions, CreateOptions, DocumentFilters, Documents } from './documents.ts';
export { createLavra, type Lavra, type LavraOptions } from './lavra.ts';
export type { List, Listing, ListPath } from './listing.ts';
export {
  verifyWebhook,
  type LavraEvent,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhook.ts';
