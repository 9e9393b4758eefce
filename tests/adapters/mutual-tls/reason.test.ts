import { expect, test } from 'vitest';
import { wireReasonOf } from '../../../adapters/mutual-tls/wire-fault.ts';

test.each([
  ['ENOTFOUND', 'waiting', 'dns'],
  ['EAI_AGAIN', 'waiting', 'dns'],
  ['ENETUNREACH', 'waiting', 'unreachable'],
  ['ETIMEDOUT', 'waiting', 'connect_timeout'],
  ['ETIMEDOUT', 'sent', 'timeout'],
  ['CERT_HAS_EXPIRED', 'waiting', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'waiting', 'untrusted'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'waiting', 'tls'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'sent', 'tls'],
  ['E_NEW', 'sent', 'unknown'],
] as const)('%s while %s is called %s', (code, stage, reason) => {
  expect(wireReasonOf(Object.assign(new Error(), { code }), stage)).toEqual({ reason, detail: code });
});
