import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorCode } from '../domain/errors.ts';

/** A refusal with an HTTP status that its code does not have in the table (406), or with headers of its own. */
export class HttpRefusal extends DomainError {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }
}

/** The refusal of a body whose content type or encoding no operation takes. */
export function unsupportedBody(): DomainError {
  return new DomainError('unsupported_media_type', 'Envie o corpo como application/json, em UTF-8.');
}

/** The fields that every error response has. */
export type Envelope = { statusCode: number; error: string; message: string; code: ErrorCode; requestId: string };

export function refusalEnvelope(
  status: number,
  { message, code }: Pick<DomainError, 'message' | 'code'>,
  requestId: string,
): Envelope {
  return { statusCode: status, error: STATUS_CODES[status] ?? 'Error', message, code, requestId };
}
