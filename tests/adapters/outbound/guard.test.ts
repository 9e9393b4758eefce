import { expect, test } from 'vitest';
import { AddressRefused, checkUrl, guardedLookup } from '../../../adapters/outbound/guard.ts';
import { hostileUrls, honestUrls, insideAddresses } from './hostile-urls.ts';

const inProduction = { allowLocal: false };
const local = { allowLocal: true };

test.each(hostileUrls)('%j is refused at registration: %s', (url) => {
  expect(() => checkUrl(url, inProduction)).toThrow(AddressRefused);
});

test.each(insideAddresses)('%s is refused at registration: %s', (address) => {
  const host = address.includes(':') ? `[${address}]` : address;
  expect(() => checkUrl(`https://${host}/`, inProduction)).toThrow(AddressRefused);
});

test.each(honestUrls)('%s is taken', (url) => {
  expect(checkUrl(url, inProduction).href).toBe(new URL(url).href);
});

test('every refusal says the same, so that it tells nothing', () => {
  const sentences = [...hostileUrls, ...insideAddresses.map(([address]) => [`https://${address}/`])].map(([url]) => {
    try {
      return checkUrl(url ?? '', inProduction).href;
    } catch (error) {
      return String(error);
    }
  });
  expect(new Set(sentences).size).toBe(1);
});

test('the ports of receivers are a setting', () => {
  const ports = { ...inProduction, ports: [443, 9443] };
  expect(checkUrl('https://example.com:9443/', ports).port).toBe('9443');
  expect(checkUrl('https://example.com/', ports).port).toBe('');
  expect(() => checkUrl('https://example.com:8443/', ports)).toThrow(AddressRefused);
  expect(() => checkUrl('https://example.com/', { ...inProduction, ports: [9443] })).toThrow(AddressRefused);
});

test.each([
  'http://127.0.0.1:8080/hook',
  'http://localhost:8080/hook',
  'http://erp.localhost:8080/hook',
  'http://[::1]:8080/hook',
  'https://localhost:9443/hook',
  'http://example.com/hook',
])('development lets %s through', (url) => {
  expect(checkUrl(url, local).href).toBe(url);
});

test.each([
  'http://169.254.169.254/',
  'http://192.168.0.1/',
  'http://[fd00:ec2::254]/',
  'http://metadata.google.internal/',
  'http://intranet/',
  'http://user:secret@127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1/#part',
  'ftp://127.0.0.1/',
])('development lets no other inside address through: %s', (url) => {
  expect(() => checkUrl(url, local)).toThrow(AddressRefused);
});

test.each(insideAddresses)(
  'a name that resolves to %s is refused where the connection is made: %s',
  async (address) => {
    await expect(resolved([address])).rejects.toBeInstanceOf(AddressRefused);
    await expect(resolved(['93.184.216.34', '2606:4700::1111', address])).rejects.toBeInstanceOf(AddressRefused);
  },
);

test('a name without addresses is refused where the connection is made', async () => {
  await expect(resolved([])).rejects.toBeInstanceOf(AddressRefused);
});

test('the addresses that were checked are the ones handed to the socket, two of a family and IPv4 first', async () => {
  const addresses = ['2606:4700::1111', '2606:4700::2222', '2606:4700::3333', '8.8.8.8', '9.9.9.9', '1.1.1.1'];
  await expect(resolved(addresses)).resolves.toEqual(['8.8.8.8', '9.9.9.9', '2606:4700::1111', '2606:4700::2222']);
});

/** Resolves a name through the guard over a DNS that answers `addresses`. */
function resolved(addresses: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    guardedLookup(inProduction, async () => addresses)('example.com', { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
}
