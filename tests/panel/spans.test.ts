import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
const kept = new InMemorySpanExporter();
let panel: Panel;

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(kept)] }).register();
  panel = await startPanel();
});
afterAll(async () => {
  await panel?.close();
  // The next test file of the process shares these modules.
  for (const each of [trace, context, propagation]) each.disable();
});

test('a page has a span by its name, with its company and how it ended; what its person may not open has none', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id, 'COMPANY_READER');
  kept.reset();
  await person.get(`/e/${company.taxId}/notas`);
  await person.get(`/e/${company.taxId}/chaves`);
  await fetch(`${panel.url}/admin/v1/companies`, { headers: { authorization: 'Bearer lk_x' } });
  const spans = await until('both have ended', async () => {
    const ended = kept.getFinishedSpans();
    return ended.length >= 2 ? ended : undefined;
  });
  expect(spans.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['notes', expect.objectContaining({ 'http.response.status_code': 200, 'lavra.company_id': company.id })],
    ['listCompanies', expect.objectContaining({ 'http.response.status_code': 401, 'error.type': 'invalid_api_key' })],
  ]);
});
