import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type Observation = { operation: string; status: number; seconds: number };

/** What a process counts of its requests. */
export type Metrics = { observe(observation: Observation): void };

/** Requests by operation of the contract and status. */
export function createMetrics(registry: Registry): Metrics {
  const requests = new Histogram({
    name: 'lavra_http_request_duration_seconds',
    help: 'Duration of HTTP requests by operation of the contract and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    observe: ({ operation, status, seconds }) => requests.observe({ operation, status: String(status) }, seconds),
  };
}

/** Whether requests are answered without asking Temporal, because it is away. */
export function showBreaker(registry: Registry, isOpen: () => boolean): void {
  new Gauge({
    name: 'lavra_temporal_away',
    help: '1 while starts are left to reconciliation at once, because Temporal does not answer.',
    registers: [registry],
    collect() {
      this.set(isOpen() ? 1 : 0);
    },
  });
}

/** What became of calls that are kept for the panel's page of them: those that were too many, or could not be written, are dropped. */
export function showCalls(registry: Registry, counts: () => { written: number; dropped: number }): void {
  new Counter({
    name: 'lavra_kept_calls_total',
    help: "Calls of companies' keys by whether they were written down for the panel, or dropped.",
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
    },
  });
}
