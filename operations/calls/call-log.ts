import { setImmediate } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Logger } from '../../config/logger.ts';
import type { Orm } from '../../config/orm.ts';
import { keptBody, maskedPath } from '../../domain/calls/masked.ts';
import { poolLineOf } from '../figures/pool.ts';
import { recordingCalls } from '../in-company.ts';

/** A call that has ended. Bodies are masked before they are written; those that cannot be masked are not written. */
export type EndedCall = {
  companyId: string;
  keyId: string;
  at: Date;
  method: string;
  /** Path and query as they were requested. */
  target: string;
  operation: string;
  status: number;
  durationMs: number;
  requestId: string;
  documentId: string | null;
  request: Buffer | null;
  /** The text of the answer, where it was one. */
  response: string | null;
  responseType: string | null;
  responseBytes: number;
};

export type CallLog = {
  /** Takes a call that has been answered, to be written shortly. Where too many wait, it is dropped and counted. Never fails. */
  add(call: EndedCall): void;
  /** How many calls were written and how many dropped since the process began. */
  counts: () => { written: number; dropped: number };
  /** Writes the calls that wait. */
  over(): Promise<void>;
};

type Options = {
  logger: Logger;
  /** How long calls are collected before they are written together, in milliseconds. */
  everyMs?: number;
  /** How many calls wait at most, and how many bytes their bodies may have. */
  mostCalls?: number;
  mostBytes?: number;
  /** After how long a statement is given up and its calls are dropped: a database that slow has other things to do. */
  timeoutMs?: number;
};

/** Longer bodies are not masked, and so not written: masking them would take longer than a request. */
const longestBody = 256 * 1024;
/** How many calls are masked before other work gets a turn. */
const maskedAtOnce = 10;
/** After how many written calls of a company its oldest ones are deleted. */
const trimmedAfter = 200;
/** How long the database is left alone after a fault. */
const pauseMs = 10_000;

/**
 * Keeps the calls of companies' keys, for the panel's page. It never delays a call: it learns of one after its answer was sent, takes one
 * connection of the pool at a time and none while a request waits for one, and drops what it cannot write.
 */
export function callLog(
  orm: Orm,
  { logger, everyMs = 1_000, mostCalls = 500, mostBytes = 8 * 1024 * 1024, timeoutMs = 2_000 }: Options,
): CallLog {
  let waiting: EndedCall[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let resumeAt = 0;
  const counts = { written: 0, dropped: 0 };
  /** How many calls of each company were written since its oldest ones were deleted. */
  const sinceTrim = new Map<string, number>();

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(() => write());
    }, everyMs).unref();
  };

  async function write(isLast = false): Promise<void> {
    if (waiting.length === 0) return;
    if (!isLast && (Date.now() < resumeAt || (await isCrowded()))) return later();
    const calls = waiting;
    waiting = [];
    bytes = 0;
    try {
      const rows = await rowsOf(calls);
      const companies = [...new Set(calls.map(({ companyId }) => companyId))];
      const full = companies.filter((company) => counted(company, calls) >= trimmedAfter);
      await recordingCalls(orm, { companies, timeoutMs }, async (em) => {
        await em.execute(insertion, [JSON.stringify(rows)]);
        if (full.length > 0) await em.execute('select trim_api_calls(?::uuid[])', [`{${full.join(',')}}`]);
      });
      for (const company of full) sinceTrim.delete(company);
      counts.written += calls.length;
    } catch (error) {
      counts.dropped += calls.length;
      resumeAt = Date.now() + pauseMs;
      logger.warn('calls could not be written down, and are forgotten', { calls: calls.length, error });
    }
    if (waiting.length > 0) later();
  }

  function counted(company: string, calls: EndedCall[]): number {
    const own = calls.filter(({ companyId }) => companyId === company).length;
    const all = (sinceTrim.get(company) ?? 0) + own;
    sinceTrim.set(company, all);
    return all;
  }

  async function isCrowded(): Promise<boolean> {
    return (await poolLineOf(orm)).length > 0;
  }

  return {
    add(call) {
      const size = (call.request?.length ?? 0) + (call.response?.length ?? 0);
      if (waiting.length >= mostCalls || bytes + size > mostBytes) {
        counts.dropped += 1;
        return;
      }
      waiting.push(call);
      bytes += size;
      later();
    },
    counts: () => ({ ...counts }),
    async over() {
      clearTimeout(timer);
      await writing;
      await write(true);
    },
  };
}

type Row = Record<string, string | number | null>;

async function rowsOf(calls: EndedCall[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, call] of calls.entries()) {
    if (index > 0 && index % maskedAtOnce === 0) await setImmediate();
    rows.push(rowOf(call));
  }
  return rows;
}

function rowOf(call: EndedCall): Row {
  const { companyId, keyId, at, method, target, operation, status, durationMs, requestId, documentId } = call;
  const { request, response, responseType, responseBytes } = call;
  return {
    ...{ id: uuid({ msecs: at.getTime() }), company_id: companyId, key_id: keyId, at: at.toISOString(), method },
    ...{ path: maskedPath(target).slice(0, 2_000), operation, status, duration_ms: Math.round(durationMs) },
    ...{ request_id: requestId, document_id: documentId, response_type: responseType?.slice(0, 100) ?? null },
    request_body: bodyOf(request),
    response_body: bodyOf(response),
    request_bytes: request?.length ?? 0,
    response_bytes: responseBytes,
  };
}

function bodyOf(body: Buffer | string | null): string | null {
  return body === null || body.length === 0 || body.length > longestBody ? null : keptBody(body);
}

const columns = {
  ...{ id: 'uuid', company_id: 'uuid', key_id: 'uuid', at: 'timestamptz', method: 'text', path: 'text' },
  ...{ operation: 'text', status: 'int', duration_ms: 'int', request_id: 'text', document_id: 'uuid' },
  ...{
    request_body: 'text',
    response_body: 'text',
    response_type: 'text',
    request_bytes: 'int',
    response_bytes: 'int',
  },
};

const insertion = `insert into api_call (${Object.keys(columns).join(', ')})
  select ${Object.keys(columns).join(', ')} from jsonb_to_recordset(?::jsonb)
    as called (${Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`;
