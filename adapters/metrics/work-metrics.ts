import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndedMatter } from '../../domain/conversation/progress.ts';

/** One message to an authority: `result` is `answer`, or why there is none; `cStat` is that of the answer. */
export type CountedExchange = {
  authorizer: string;
  environment: string;
  service: string;
  result: string;
  cStat: string | null;
  seconds: number;
};

/** One POST to a webhook receiver. `isOver`: no further attempt follows by itself. */
export type CountedAttempt = { isSuccess: boolean; status: number | null; isOver: boolean; seconds: number };

/** Counters and histograms of a worker's work. */
export type WorkMetrics = {
  ended(end: EndedMatter): void;
  asked(message: CountedExchange): void;
  attempted(attempt: CountedAttempt): void;
  /** Counts a question about a service's status: `result` is its cStat, or `none`. */
  statusAsked(question: { authorizer: string; environment: string; model: string; result: string }): void;
  /** Counts a completed round of reconciliation. */
  reconciled(restarted: Record<string, number>): void;
};

export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry];
  const code = boundedCodes();
  const documents = new Counter({
    name: 'lavra_documents_total',
    help: 'Ends of notes, by type, environment, outcome and cStat (none: refused before anything was sent).',
    labelNames: ['type', 'environment', 'outcome', 'c_stat'],
    registers,
  });
  const authorization = new Histogram({
    name: 'lavra_document_authorization_seconds',
    help: 'From the request to issue a note to its authorization.',
    labelNames: ['type', 'environment'],
    buckets: [0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 900, 3600, 14_400],
    registers,
  });
  const events = new Counter({
    name: 'lavra_fiscal_events_total',
    help: 'Ends of fiscal events and of inutilizations, by type, outcome and cStat.',
    labelNames: ['type', 'outcome', 'c_stat'],
    registers,
  });
  const requests = new Histogram({
    name: 'lavra_authority_request_duration_seconds',
    help: 'Messages to the authorities: answer, or why there was none.',
    labelNames: ['authorizer', 'environment', 'service', 'result'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60],
    registers,
  });
  const answers = new Counter({
    name: 'lavra_authority_answers_total',
    help: 'Answers of the authorities by cStat.',
    labelNames: ['authorizer', 'environment', 'service', 'c_stat'],
    registers,
  });
  const questions = new Counter({
    name: 'lavra_authority_status_questions_total',
    help: 'Questions for the status of an authorizer by the cStat of the answer; none where no answer came.',
    labelNames: ['authorizer', 'environment', 'model', 'result'],
    registers,
  });
  const attempts = new Histogram({
    name: 'lavra_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver webhooks, by what the receiver answered.',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const deliveries = new Counter({
    name: 'lavra_webhook_deliveries_total',
    help: 'Deliveries of webhooks that ended: succeeded, or failed with no attempt left.',
    labelNames: ['outcome'],
    registers,
  });
  const lastRound = new Gauge({
    name: 'lavra_reconciliation_last_run_timestamp_seconds',
    help: 'When this worker last went through a round of reconciliation; 0 if it never did. The latest of all workers counts.',
    registers,
  });
  const restarts = new Counter({
    name: 'lavra_reconciliation_restarted_total',
    help: 'What reconciliation found without a workflow and started.',
    labelNames: ['what'],
    registers,
  });
  // An alert on the increase of a counter needs the series to exist before its first increase.
  for (const outcome of ['succeeded', 'failed']) deliveries.inc({ outcome }, 0);

  return {
    ended(end) {
      const labels = { type: end.type, outcome: end.outcome, c_stat: code(end.cStat) };
      if (end.what === 'event') return events.inc(labels);
      const { type, environment, seconds } = end;
      documents.inc({ ...labels, environment });
      if (seconds !== null) authorization.observe({ type, environment }, seconds);
    },
    asked({ authorizer, environment, service, result, cStat, seconds }) {
      const at = { authorizer, environment, service };
      requests.observe({ ...at, result }, seconds);
      if (cStat !== null) answers.inc({ ...at, c_stat: code(cStat) });
    },
    statusAsked({ authorizer, environment, model, result }) {
      questions.inc({ authorizer, environment, model, result: result === 'none' ? result : code(result) });
    },
    attempted({ isSuccess, status, isOver, seconds }) {
      attempts.observe({ result: isSuccess ? 'success' : resultOf(status) }, seconds);
      if (isSuccess || isOver) deliveries.inc({ outcome: isSuccess ? 'succeeded' : 'failed' });
    },
    reconciled(restarted) {
      lastRound.setToCurrentTime();
      for (const [what, count] of Object.entries(restarted)) restarts.inc({ what }, count);
    },
  };
}

function resultOf(status: number | null): string {
  return status === null ? 'no_answer' : `status_${Math.floor(status / 100)}xx`;
}

/** The form of the authorities' codes: 100, E0014, RNG6110. */
const codeForm = /^[A-Z]{0,4}\d{1,5}$/;

/**
 * The authority's codes as values of a label. Each value is a series that lasts as long as the process, so only texts in the form of a code get one,
 * and at most `atMost` of them.
 */
export function boundedCodes(atMost = 300): (cStat: string | null) => string {
  const known = new Set<string>();
  return (cStat) => {
    if (cStat === null) return 'none';
    if (!known.has(cStat)) {
      if (!codeForm.test(cStat) || known.size >= atMost) return 'other';
      known.add(cStat);
    }
    return cStat;
  };
}
