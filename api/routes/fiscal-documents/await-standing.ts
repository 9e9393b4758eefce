import type { Request, Response } from 'express';
import { contingencyOf } from '../../../operations/contingency/of-documents.ts';
import { findDocument } from '../../../operations/documents/find-document.ts';
import type { DocumentWatch } from '../../../operations/documents/watch.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { companyOf } from '../../locals.ts';
import type { ApiParts } from '../../parts.ts';
import type { ShownDocument } from '../../views/document.ts';

type Waiting = Pick<ApiParts, 'orm' | 'stopping'> & { watch: DocumentWatch };

/**
 * A document that is being emitted, as it stands when its caller wants the answer: at once, or, where `Prefer: wait=N` says so, when it is decided
 * or can be printed, or N seconds are over, or the process is told to stop. Null where the caller has gone: nobody reads an answer.
 */
export async function awaitStanding(
  { orm, stopping, watch }: Waiting,
  req: Pick<Request, 'get'>,
  res: Response,
  shown: ShownDocument,
): Promise<ShownDocument | null> {
  const seconds = shown.document.status === 'PROCESSING' ? preferredWait(req.get('prefer')) : null;
  if (seconds === null) return shown;
  const company = companyOf(res);
  const { id } = shown.document;
  await during({ seconds, stopping, res }, (over) => watch.settled(company.id, id, over));
  if (res.closed) return null;
  res.set('Preference-Applied', `wait=${seconds}`);
  try {
    return await inCompany(orm, company.id, async (em) => {
      const document = await findDocument(em, id);
      return { document, contingency: await contingencyOf(em, document) };
    });
  } catch (error) {
    // What was asked for is done and goes on: a refusal would have the caller ask again.
    res.locals.log.warn('a document could not be read again', { documentId: id, error });
    return shown;
  }
}

/** Waits, until the time is over, the process is told to stop or the caller goes. */
async function during(
  { seconds, stopping, res }: { seconds: number; stopping: AbortSignal; res: Response },
  wait: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = setTimeout(end, seconds * 1_000);
  stopping.addEventListener('abort', end);
  res.once('close', end);
  if (stopping.aborted || res.closed) end();
  try {
    await wait(over.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    res.off('close', end);
  }
}

/** As long as a request waits at most: proxies and clients give up after a while. */
const longestSeconds = 30;

/** A preference by itself, up to the comma before the next one; commas in quotes are no end. */
const each = /(?:"(?:\\.|[^"\\])*"|[^",])+/g;
const waits = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i;
const isWait = /^\s*wait\s*(?:[=;]|$)/i;

/**
 * For how many seconds a caller prefers to wait for a result (`Prefer: wait=10`, RFC 7240), never more than a request may; null where no
 * preference says so. One that is not understood is ignored, and of several the first one counts, as the RFC has it.
 */
export function preferredWait(prefer: string | undefined): number | null {
  const asked = prefer?.match(each)?.find((preference) => isWait.test(preference));
  const seconds = Number(asked && waits.exec(asked)?.[1]);
  return seconds >= 1 ? Math.min(seconds, longestSeconds) : null;
}
