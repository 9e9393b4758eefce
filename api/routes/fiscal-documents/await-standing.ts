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
 * A document that is being issued, as it stands when its caller wants the answer: at once, or with `Prefer: wait=N` when it is decided or can be
 * printed, when N seconds are over, or when the process is told to stop. Null where the caller has gone, and nobody would read an answer.
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
    // The document was accepted and goes on: an error would make the caller create it again.
    res.locals.log.warn('a document could not be read again', { documentId: id, error });
    return shown;
  }
}

/** Runs `wait` until it ends, the time is over, the process is told to stop or the caller goes. */
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

/** The longest wait in seconds: proxies and clients give up after a while. */
const longestSeconds = 30;

/** One preference of the header, up to the next comma outside of quotes. */
const each = /(?:"(?:\\.|[^"\\])*"|[^",])+/g;
const waits = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i;
const isWait = /^\s*wait\s*(?:[=;]|$)/i;

/**
 * The seconds for which a caller prefers to wait for a result (`Prefer: wait=10`, RFC 7240), at most `longestSeconds`; null where no preference says
 * so. A preference that is not understood is ignored, and of several the first counts, as the RFC says.
 */
export function preferredWait(prefer: string | undefined): number | null {
  const asked = prefer?.match(each)?.find((preference) => isWait.test(preference));
  const seconds = Number(asked && waits.exec(asked)?.[1]);
  return seconds >= 1 ? Math.min(seconds, longestSeconds) : null;
}
