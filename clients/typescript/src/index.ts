export type * from './contract.ts';
export { type Issue, LavraError, type LavraErrorCode, type LavraErrorDetails, type Rejection } from './error.ts';
export type { Fetch } from './attempt.ts';
export type { Call, Calls } from './calls.ts';
export type { ChangedPage, Changes, Since } from './changes.ts';
export type {
  CallOptions,
  CreatedDocument,
  CreateOptions,
  DocumentDetail,
  DocumentFilters,
  DocumentRow,
  Documents,
  Sale,
  SaleChanges,
} from './documents.ts';
export { createLavra, type Lavra, type LavraOptions } from './lavra.ts';
export type { List, Listing, ListPath } from './listing.ts';
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhook.ts';
