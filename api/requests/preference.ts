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
