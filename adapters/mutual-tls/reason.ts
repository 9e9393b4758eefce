import { errors } from 'undici';
import type { WireReason } from './wire-fault.ts';

/** How far an exchange came: no byte of the request written, maybe written, answer begun. */
export type Stage = 'waiting' | 'sent' | 'answering';

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

/** The reason of a failed exchange, by the code that Node, OpenSSL or undici gave. */
export function reasonOf(error: unknown, stage: Stage): { reason: WireReason; detail: string | null } {
  const detail = codeOf(error);
  if (error instanceof errors.HTTPParserError) return { reason: 'malformed', detail };
  return { reason: named(detail, stage), detail };
}

function named(code: string | null, stage: Stage): WireReason {
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

/** For an untrusted chain Node gives the name of OpenSSL's X509_V_ERR, without that prefix. */
const untrusted = /CERT|^CRL_|^UNABLE_TO_|^INVALID_(CA|PURPOSE)|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$|^(EE|CA)_/;

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : null;
}
