import { errors } from 'undici';

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
 * Why an exchange failed. `untrusted`: the server's certificate is not trusted; `identity`: our certificate cannot be used; `truncated`: the answer
 * broke off; `forbidden`: HTTP 403, with which some hosts refuse a client certificate; `malformed`: not HTTP.
 */
export type WireReason = (typeof wireReasons)[number];

type Facts = { host: string; detail?: string | null; status?: number | null; answer?: string | null };

/**
 * An exchange without an answer of the service. With `sent: false` certainly nothing of the request left this machine, so it may be sent again as it
 * is; with `sent: true` it may have arrived, and the authority must be asked first.
 */
export class WireFault extends Error {
  readonly code = 'WireFault';
  readonly reason: WireReason;
  readonly sent: boolean;
  readonly host: string;
  /** Code of the cause (`ECONNRESET`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`), for logs. */
  readonly detail: string | null;
  /** HTTP status and body, where the status is one that carries no answer of the service. */
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

/** How far an exchange came: nothing of the request written, maybe written, answer begun. */
export type ExchangeStage = 'waiting' | 'sent' | 'answering';

const reasons: Record<string, WireReason> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'cancelled',
  UND_ERR_CLOSED: 'cancelled',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  EPROTO: 'tls',
};

/** The reason of a failed exchange, by the code of Node, OpenSSL or undici. */
export function wireReasonOf(error: unknown, stage: ExchangeStage): { reason: WireReason; detail: string | null } {
  const detail = codeOf(error);
  if (error instanceof errors.HTTPParserError) return { reason: 'malformed', detail };
  return { reason: named(detail, stage), detail };
}

function named(code: string | null, stage: ExchangeStage): WireReason {
  if (code === null) return 'unknown';
  const reason = reasons[code];
  if (reason === 'reset' && stage === 'answering') return 'truncated';
  // A timeout after the request was written is not a failure to connect.
  if (reason === 'connect_timeout' && stage !== 'waiting') return 'timeout';
  if (reason) return reason;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'untrusted';
  if (/^ERR_(SSL|TLS|OSSL)_/.test(code)) return 'tls';
  return untrusted.test(code) ? 'untrusted' : 'unknown';
}

/** Codes of an untrusted chain: Node uses the names of OpenSSL's X509_V_ERR, without that prefix. */
const untrusted = /CERT|^CRL_|^UNABLE_TO_|^INVALID_(CA|PURPOSE)|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$|^(EE|CA)_/;

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : null;
}
