/**
 * Seconds that the answer asks to wait: `Retry-After` as seconds or as an HTTP date (RFC 9110, 10.2.3). A date is compared with the
 * server's own `Date`, because the clocks of two machines differ.
 */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((moment - (Number.isNaN(serverNow) ? now : serverNow)) / 1000));
}
