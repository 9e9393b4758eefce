import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type Observation = { operation: string; status: number; seconds: number };

/** Counts the requests of a process. */
export type Metrics = { observe(observation: Observation): void };

/** Counts and times requests by `operationId` and status. */
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

/** A gauge of whether the breaker is open: Temporal is away, and requests are answered without asking it. */
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

/**
 * Counts the calls that were kept for the panel's page of calls, and those that were dropped: because there were too many, or because they could not
 * be written.
 */
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
