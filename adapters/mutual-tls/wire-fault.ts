export const wireReasons = [
  'dns',
  'refused',
  'unreachable',
  'connect_timeout',
  'untrusted',
  'tls',
  'identity',
  'reset',
  'truncated',
  'timeout',
  'cancelled',
  'forbidden',
  'http_status',
  'too_large',
  'malformed',
  'unknown',
] as const;
/**
 * Why an exchange failed. `untrusted`: the server's certificate does not hold; `identity`: ours cannot be used; `truncated`:
 * the answer broke off; `forbidden`: HTTP 403, which is how some hosts refuse a client certificate; `malformed`: not HTTP.
 */
export type WireReason = (typeof wireReasons)[number];

type Facts = { host: string; detail?: string | null; status?: number | null; answer?: string | null };

/**
 * An exchange that brought no answer of the service. After `sent: false` certainly nothing of the request left this machine,
 * so it may be sent again as it is; after `sent: true` it may have arrived, and the authority must be asked first.
 */
export class WireFault extends Error {
  readonly code = 'WireFault';
  readonly reason: WireReason;
  readonly sent: boolean;
  readonly host: string;
  /** The code of the cause (`ECONNRESET`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`), for logs. */
  readonly detail: string | null;
  /** HTTP status and body, where the server answered with a status that brings no answer. */
  readonly status: number | null;
  readonly answer: string | null;

  constructor(reason: WireReason, sent: boolean, facts: Facts, options?: ErrorOptions) {
    const { host, detail = null, status = null, answer = null } = facts;
    super(`${reason} (${status ?? detail ?? 'no detail'}) at ${host}, ${sent ? 'sent' : 'not sent'}`, options);
    this.name = 'WireFault';
    this.reason = reason;
    this.sent = sent;
    this.host = host;
    this.detail = detail;
    this.status = status;
    this.answer = answer;
  }
}
