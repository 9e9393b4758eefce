import type { ErrorCode, Rejection, RequestIssue } from './contract.ts';

/**
 * The API's codes, and four of this package: `connection_failed` and `timeout` (no answer came: whether the request was carried out is
 * not known), `unexpected_answer` (something else than Lavra answered, a proxy for example) and `still_processing` (`waitFor` ended
 * first). Later versions of the API may add codes.
 */
export type LavraErrorCode =
  | ErrorCode
  | 'connection_failed'
  | 'timeout'
  | 'unexpected_answer'
  | 'still_processing'
  | (string & {});

/** What an error says beyond its code and its message. */
export type LavraErrorDetails = {
  /** Every fault of the request; empty where the error is about no field. */
  issues: RequestIssue[];
  /** The tax authority's code, where it was the one that refused. */
  cStat?: string;
  rejection?: Rejection;
  /** How long the API asked to wait. */
  retryAfterSeconds?: number;
};

type Facts = {
  status?: number;
  requestId?: string | undefined;
  details?: LavraErrorDetails;
  cause?: unknown;
};

/** Thrown by every call that does not bring what it is to bring. Decide by `code`; `message` is for people, in Portuguese. */
export class LavraError extends Error {
  override readonly name = 'LavraError';
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly code: LavraErrorCode;
  readonly details: LavraErrorDetails;
  /** The `X-Request-Id` of the answer: quote it when you report a problem. */
  readonly requestId: string | undefined;

  constructor(code: LavraErrorCode, message: string, { status = 0, requestId, details, cause }: Facts = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details ?? { issues: [] };
  }
}
