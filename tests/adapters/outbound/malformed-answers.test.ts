import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deliverer } from '../../../adapters/outbound/deliver.ts';
import { delivery, openStage } from './receivers.ts';

const stage = openStage();
let deliverer: Deliverer;
let healthy: string;
beforeAll(async () => {
  deliverer = stage.deliverer();
  healthy = await stage.receiver((_request, response) => response.end('ok'));
});
afterAll(() => stage.close());

const ok = 'HTTP/1.1 200 OK\r\n';
const notHttp = 'A resposta não é HTTP válido.';
const closed = 'A conexão foi encerrada antes do fim da resposta.';
const wrongLength = 'O tamanho da resposta não é o que ela anuncia.';
const tooLarge = 'A resposta é grande demais.';

test.each([
  ['nothing', '', closed],
  ['text', 'hello\r\n\r\n', notHttp],
  ['NULs', '\0'.repeat(1_000), notHttp],
  ['an empty line', '\r\n\r\n', closed],
  ['half a status line', 'HTTP/1.1 2', closed],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', notHttp],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', notHttp],
  ['a negative status', 'HTTP/1.1 -200 OK\r\n\r\n', notHttp],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', notHttp],
  ['HTTP of another version', 'HTTP/9.9 200 OK\r\n\r\n', notHttp],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', notHttp],
  ['a header without a name', `${ok}: x\r\n\r\n`, notHttp],
  ['a NUL in a header', `${ok}x: a\0b\r\n\r\n`, notHttp],
  ['headers without end', `${ok}x: ${'y'.repeat(1_000_000)}`, tooLarge],
  ['a hundred thousand headers', `${ok}${'x: y\r\n'.repeat(100_000)}\r\n`, tooLarge],
  ['a length that is none', `${ok}content-length: x\r\n\r\n`, notHttp],
  ['a negative length', `${ok}content-length: -1\r\n\r\n`, notHttp],
  ['a length beyond numbers', `${ok}content-length: ${'9'.repeat(40)}\r\n\r\n`, wrongLength],
  ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, wrongLength],
  ['a length and chunks', `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, wrongLength],
  ['an interim answer that was not asked for', 'HTTP/1.1 100 Continue\r\n\r\n', closed],
  [
    'another protocol from here on',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    closed,
  ],
])('%s is a failed delivery in words, and the next one arrives', async (_what, answer, error) => {
  const outcome = await deliverer.deliver(delivery(await stage.rawReceiver(answer)));
  expect(outcome).toMatchObject({ ok: false, status: null, body: null, error });
  expect(await deliverer.deliver(delivery(healthy))).toMatchObject({ ok: true, body: 'ok' });
});

test.each([
  ['a chunk without size', 'transfer-encoding: chunked\r\n\r\nxyz\r\n', notHttp],
  ['a chunk beyond numbers', `transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`, notHttp],
  ['a chunk that breaks off', 'transfer-encoding: chunked\r\n\r\nff\r\nab', closed],
  ['trailers without end', `transfer-encoding: chunked\r\n\r\n0\r\nx: ${'y'.repeat(1_000_000)}`, tooLarge],
])('%s after the headers fails a delivery that began with 200', async (_what, rest, error) => {
  const outcome = await deliverer.deliver(delivery(await stage.rawReceiver(`${ok}${rest}`)));
  expect(outcome).toMatchObject({ ok: false, status: 200, error });
  expect(await deliverer.deliver(delivery(healthy))).toMatchObject({ ok: true, body: 'ok' });
});

test('what comes after an answer is not taken for the next one', async () => {
  const twice = `${ok}content-length: 2\r\n\r\nok`;
  const url = await stage.socketReceiver((socket) => {
    socket.once('data', () => {
      socket.write(twice + twice.replace('200', '500'));
      socket.on('data', () => socket.write(twice));
    });
  });
  expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
  expect(await deliverer.deliver(delivery(url))).toMatchObject({ ok: true });
});
