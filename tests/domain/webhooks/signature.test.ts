import { expect, test } from 'vitest';
import { isGenuine, signature } from '../../../domain/webhooks/signature.ts';

const at = new Date('2026-11-21T12:00:00.900Z');
const secret = 'whsec_c2VncmVkbw==';
const body = '{"id":"evt_1","type":"webhook.ping"}';

test('the signature is the HMAC-SHA256 of timestamp, dot and body, as a receiver computes it with openssl', () => {
  expect(signature(secret, body, at)).toBe(
    't=1795262400,v1=a312a536fcea219ca9e112b31c7441032e6a337b867bf2022193c13ff9aa7ddd',
  );
});

test('a receiver accepts what was signed with its secret', () => {
  expect(isGenuine(signature(secret, body, at), { secret, body, at })).toBe(true);
});

test.each([
  ['another secret', { secret: 'whsec_other', body, at }],
  ['another body', { secret, body: `${body} `, at }],
  ['a time beyond the tolerance', { secret, body, at: new Date('2026-11-21T12:06:00Z') }],
])('%s is not genuine', (_what, received) => {
  expect(isGenuine(signature(secret, body, at), received)).toBe(false);
});

test.each(['', 't=1', 'v1=00', `t=x,v1=${'0'.repeat(64)}`, `t=1795262400,v1=${'0'.repeat(63)}`])(
  'a header that is no signature (%s) is not genuine',
  (header) => {
    expect(isGenuine(header, { secret, body, at })).toBe(false);
  },
);
