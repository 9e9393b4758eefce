import { afterEach, expect, test } from 'vitest';
import { createRegistry } from '../../../adapters/metrics/process-metrics.ts';
import { type MetricsSource, serveMetrics } from '../../../adapters/metrics/serve-metrics.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('a scrape gets everything that the process knows, as Prometheus wants it', async () => {
  const registry = createRegistry({ process: 'worker', version: '1.2.3' });
  const { port } = await serve([() => registry.metrics(), async () => 'temporal_request_total 1']);
  const { status, type, text } = await get(port, '/metrics');
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
  expect(text).toContain('lavra_build_info{process="worker",version="1.2.3"} 1\n');
  expect(text).toContain('nodejs_eventloop_lag_seconds ');
  expect(text).toMatch(/\ntemporal_request_total 1\n$/);
  expect((await get(port, '/v1/clients')).status).toBe(404);
});

test('a part that cannot be read leaves the others', async () => {
  const logs: Record<string, unknown>[] = [];
  const { port } = await serve([async () => Promise.reject(new Error('away')), async () => 'lavra_x 1\n'], { logs });
  expect(await get(port, '/metrics')).toMatchObject({ status: 200, text: 'lavra_x 1\n' });
  expect(logs).toMatchObject([{ level: 'warn', reason: 'Error: away' }]);
});

test('a taken port costs no process: the log names the setting and the port in its place', async () => {
  const logs: Record<string, unknown>[] = [];
  const first = await serve([async () => 'lavra_first 1\n']);
  const second = await serve([async () => 'lavra_second 1\n'], { logs, port: first.port });
  expect(logs.map(({ message }) => message)).toEqual([
    `port ${first.port} is taken: metrics are on port ${second.port}; set LAVRA_METRICS_PORT to another`,
  ]);
  expect((await get(first.port, '/metrics')).text).toBe('lavra_first 1\n');
  expect((await get(second.port, '/metrics')).text).toBe('lavra_second 1\n');
});

async function serve(
  sources: MetricsSource[],
  { logs = [], port = 0 }: { logs?: Record<string, unknown>[]; port?: number } = {},
) {
  const server = await serveMetrics({ host: '127.0.0.1', port }, { sources, logger: collectingLogger(logs) });
  closing.push(() => server.close());
  return server;
}

async function get(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}
