/** Brasília's distance from UTC, without daylight saving time since 2019 (Decreto 9.772). */
const brasiliaMs = -3 * 60 * 60 * 1000;

const earliestMs = Date.UTC(1980, 0, 1);
const latestMs = Date.UTC(2107, 11, 31, 23, 59, 58);
const latestUnixSeconds = 0x7fffffff;

/**
 * An instant as the headers of a ZIP have it, on Brasília's clock, since they name no zone: two seconds exact, from 1980 to 2107; date in the
 * upper half, time in the lower (APPNOTE 6.3.10 §4.4.6).
 */
export function dosTime(instant: Date): number {
  const at = new Date(Math.min(Math.max(instant.getTime() + brasiliaMs, earliestMs), latestMs));
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** The instant itself to the second, as an extra field that unzip and others prefer (Info-ZIP, 0x5455); empty beyond its 31 bits. */
export function timestampField(instant: Date): Buffer {
  const seconds = Math.floor(instant.getTime() / 1000);
  if (seconds < 0 || seconds > latestUnixSeconds) return Buffer.alloc(0);
  const field = Buffer.allocUnsafe(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4); // only the time of modification follows
  field.writeUInt32LE(seconds, 5);
  return field;
}
