import { DomainError, type ErrorCode } from '../domain/errors.ts';

/** A refusal that HTTP itself has a status for and the list of codes has not (406, 415...), or that comes with headers of its own. */
export class HttpRefusal extends DomainError {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }
}
