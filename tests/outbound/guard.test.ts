import { expect, test } from '@jest/globals';
import { AddressRefused } from '../../outbound/address-refused.ts';
import { checkUrl, guardedLookup } from '../../outbound/guard.ts';
import { isPublicAddress } from '../../outbound/public-address.ts';

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://example.com/#part',
  'https://example.com:22/',
  'https://example.com:6379/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://printer.local/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[4000::1]/',
  'https://',
  '//example.com',
  'not a url',
  '',
])('%s is refused at registration', (url) => {
  expect(() => checkUrl(url, { allowLocal: false })).toThrow(AddressRefused);
});

test.each([
  'https://example.com/hook?a=1',
  'https://example.com:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('%s is a public address', (url) => {
  expect(checkUrl(url, { allowLocal: false }).href).toBe(url);
});

test('development lets http and this machine through, and still nothing else of the inside', () => {
  const local = { allowLocal: true };
  expect(checkUrl('http://127.0.0.1:8080/hook', local).port).toBe('8080');
  expect(checkUrl('http://localhost:8080/hook', local).port).toBe('8080');
  expect(() => checkUrl('http://169.254.169.254/', local)).toThrow(AddressRefused);
  expect(() => checkUrl('http://192.168.0.1/', local)).toThrow(AddressRefused);
});

test('a name that resolves to the inside is refused where the connection is made', async () => {
  await expect(resolved(['127.0.0.1'])).rejects.toBeInstanceOf(AddressRefused);
});

test('one inside address among public ones refuses the whole answer', async () => {
  await expect(resolved(['93.184.216.34', '10.0.0.1'])).rejects.toBeInstanceOf(AddressRefused);
});

test('the addresses that were checked are the ones handed to the socket', async () => {
  await expect(resolved(['93.184.216.34', '2606:4700::1111'])).resolves.toEqual(['93.184.216.34', '2606:4700::1111']);
});

test('a mapped address is not public whatever it maps to', () => {
  expect(isPublicAddress('::ffff:8.8.8.8')).toBe(false);
});

/** Resolves a name through the guard over a DNS that answers `addresses`. */
function resolved(addresses: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    guardedLookup({ allowLocal: false }, async () => addresses)('example.com', { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
}
