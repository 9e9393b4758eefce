import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressRefused } from '../../../adapters/outbound/guard.ts';
import { createNames, type ResolveName } from '../../../adapters/outbound/host-names.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { startDnsServer } from './dns-server.ts';
import { delivery, openStage } from './receivers.ts';

const refusal = new AddressRefused().message;
const none = { ipv4: [], ipv6: [] };
const stage = openStage();
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let names: ResolveName;

beforeAll(async () => {
  dns = await startDnsServer({
    'both.example.com': { ipv4: ['8.8.8.8', '9.9.9.9'], ipv6: ['2606:4700::1111'] },
    'old.example.com': { ipv4: ['8.8.8.8'], ipv6: [] },
    'new.example.com': { ipv4: [], ipv6: ['2606:4700::1111'] },
    'half.example.com': { ipv4: ['8.8.8.8'], ipv6: 'SILENCE' },
    'broken.example.com': { ipv4: 'SERVFAIL', ipv6: ['2606:4700::1111'] },
    'empty.example.com': none,
    'failing.example.com': { ipv4: 'SERVFAIL', ipv6: 'SERVFAIL' },
    'silent.example.com': { ipv4: 'SILENCE', ipv6: 'SILENCE' },
    'inside.example.com': { ipv4: ['8.8.8.8'], ipv6: ['fd00:ec2::254'] },
    'here.example.com': { ipv4: ['127.0.0.1'], ipv6: [] },
  });
  // On a busy machine the second answer may come long after the first.
  names = createNames({ servers: [dns.server], otherFamilyMs: 30_000 });
});
afterAll(async () => {
  await stage.close();
  await dns.close();
});

test.each([
  ['both.example.com', ['8.8.8.8', '9.9.9.9', '2606:4700::1111']],
  ['old.example.com', ['8.8.8.8']],
  ['new.example.com', ['2606:4700::1111']],
  ['broken.example.com', ['2606:4700::1111']],
])('%s resolves to %j', async (name, addresses) => {
  expect(await names(name)).toEqual(addresses);
});

test('where DNS drops questions for one family, the other is not held up by it', async () => {
  const hasty = createNames({ servers: [dns.server] });
  const heldUp = hasty('silent.example.com').catch(() => 'the time that silence takes');
  expect(await Promise.race([hasty('half.example.com'), heldUp])).toEqual(['8.8.8.8']);
});

test.each([
  ['nowhere.example.com', 'the name is absent'],
  ['empty.example.com', 'the name is absent'],
  ['failing.example.com', 'the name is unanswered'],
  ['inside.example.com', 'the name leads to 8.8.8.8, fd00:ec2::254'],
  ['here.example.com', 'the name leads to 127.0.0.1'],
])('what is wrong with %s is one sentence to its caller, and written to the log', async (name, reason) => {
  const logs: Record<string, unknown>[] = [];
  const deliverer = stage.deliverer({ allowLocal: false, names, logger: collectingLogger(logs) });
  expect(await deliverer.deliver(delivery(`https://${name}/hook?token=s3cret`))).toEqual({
    ok: false,
    status: null,
    body: null,
    error: refusal,
    retryAfterSeconds: null,
    durationMs: expect.any(Number),
  });
  expect(logs).toMatchObject([{ level: 'warn', host: name, reason }]);
  expect(JSON.stringify(logs)).not.toContain('s3cret');
});

test('a name without an answer from DNS holds up no other name', async () => {
  const url = new URL(await stage.receiver((_request, response) => response.end()));
  const deliverer = stage.deliverer({ names });
  let ended = 0;
  const silent = Array.from({ length: 100 }, () =>
    deliverer.deliver(delivery('https://silent.example.com/')).finally(() => (ended += 1)),
  );
  expect(await deliverer.deliver(delivery(`http://here.example.com:${url.port}/hook`))).toMatchObject({ ok: true });
  expect(ended).toBe(0);
  for (const { error } of await Promise.all(silent)) expect(error).toBe(refusal);
});

test('a name that nobody answers for ends with the deadline', async () => {
  const deliverer = stage.deliverer({ names, timeoutMs: 500 });
  const { error } = await deliverer.deliver(delivery('https://silent.example.com/'));
  expect(error).toBe('Sem resposta completa em 0.5 s.');
});

test('a DNS that is away is told apart from a name that does not exist in the log alone', async () => {
  const away = await startDnsServer({});
  await away.close();
  const logs: Record<string, unknown>[] = [];
  const deliverer = stage.deliverer({ names: createNames({ servers: [away.server] }), logger: collectingLogger(logs) });
  const outcome = await deliverer.deliver(delivery('https://example.com/'));
  expect(outcome).toMatchObject({ ok: false, error: refusal });
  expect(logs).toMatchObject([{ host: 'example.com', reason: 'the name is unanswered' }]);
});

test('this machine’s own name asks no DNS', async () => {
  const { port } = new URL(await stage.receiver((_request, response) => response.end()));
  const deliverer = stage.deliverer({ names });
  expect(await deliverer.deliver(delivery(`http://localhost:${port}/`))).toMatchObject({ ok: true });
  expect(await deliverer.deliver(delivery(`http://erp.localhost:${port}/`))).toMatchObject({ ok: true });
  expect(dns.asked.filter((name) => name.endsWith('localhost'))).toEqual([]);
});
