import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { boundedCodes, createWorkMetrics } from '../../../adapters/metrics/work-metrics.ts';

test('ends are counted by what became of them, the way to an authorization by its time', async () => {
  const registry = new Registry();
  const metrics = createWorkMetrics(registry);
  const note = { what: 'document', type: 'NFE', environment: 'PRODUCTION' } as const;
  metrics.ended({ ...note, outcome: 'authorized', cStat: '100', seconds: 1.5 });
  metrics.ended({ ...note, outcome: 'rejected', cStat: null, seconds: null });
  metrics.ended({ what: 'event', type: 'CANCELLATION', outcome: 'registered', cStat: '135' });
  const text = await registry.metrics();
  expect(linesOf(text, 'lavra_documents_total')).toEqual([
    'lavra_documents_total{type="NFE",outcome="authorized",c_stat="100",environment="PRODUCTION"} 1',
    'lavra_documents_total{type="NFE",outcome="rejected",c_stat="none",environment="PRODUCTION"} 1',
  ]);
  expect(text).toContain('lavra_document_authorization_seconds_sum{type="NFE",environment="PRODUCTION"} 1.5\n');
  expect(text).toContain('lavra_fiscal_events_total{type="CANCELLATION",outcome="registered",c_stat="135"} 1\n');
});

test('a message without an answer counts by why, one with an answer by its code, too', async () => {
  const registry = new Registry();
  const metrics = createWorkMetrics(registry);
  const message = { authorizer: 'SVRS', environment: 'PRODUCTION', service: 'NfeAutorizacao', seconds: 2 };
  metrics.asked({ ...message, result: 'answer', cStat: '656' });
  metrics.asked({ ...message, result: 'timeout', cStat: null });
  const text = await registry.metrics();
  expect(linesOf(text, 'lavra_authority_request_duration_seconds_count').join()).toMatch(
    /result="answer"} 1,.*result="timeout"} 1$/,
  );
  expect(linesOf(text, 'lavra_authority_answers_total')).toHaveLength(1);
});

test('an attempt ends its delivery where it succeeds, or where none is left', async () => {
  const registry = new Registry();
  const metrics = createWorkMetrics(registry);
  metrics.attempted({ isSuccess: true, status: 204, isOver: true, seconds: 0.1 });
  metrics.attempted({ isSuccess: false, status: 503, isOver: false, seconds: 0.1 });
  metrics.attempted({ isSuccess: false, status: null, isOver: true, seconds: 10 });
  const text = await registry.metrics();
  expect(linesOf(text, 'lavra_webhook_deliveries_total')).toEqual([
    'lavra_webhook_deliveries_total{outcome="succeeded"} 1',
    'lavra_webhook_deliveries_total{outcome="failed"} 1',
  ]);
  for (const result of ['success', 'status_5xx', 'no_answer']) {
    expect(text).toContain(`lavra_webhook_attempt_duration_seconds_count{result="${result}"} 1\n`);
  }
});

test('whatever an authority answers makes no more series than there are codes', () => {
  const code = boundedCodes(3);
  expect([null, '100', 'E0014', 'Rejeição: 12345', '539', '540', '100'].map(code)).toEqual([
    'none',
    '100',
    'E0014',
    'other',
    '539',
    'other',
    '100',
  ]);
});

function linesOf(text: string, metric: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${metric}{`));
}
