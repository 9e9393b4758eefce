export type * from './contract.ts';
export { LavraError, type LavraErrorCode, type LavraErrorDetails } from './error.ts';
export type { Admin } from './admin.ts';
export type { Ledger } from './admin/requests.ts';
export type { Fetch } from './attempt.ts';
export type { Call, Calls } from './calls.ts';
export type { ChangedPage, Changes, Since } from './changes.ts';
export type { CallOptions, CreateOptions, DocumentFilters, Documents, Printing } from './documents.ts';
export { type AdminOptions, createAdmin, createLavra, type Lavra, type LavraOptions } from './lavra.ts';
export type { List, Listing, ListPath } from './listing.ts';
export {
  verifyWebhook,
  type LavraEvent,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhook.ts';
