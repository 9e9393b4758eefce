const lineFeed = 0x0a;

/** The first line of what came through a pipe, without its end, and the bytes behind it; all is rest where there is no line. */
export function firstLineAndRest(bytes: Buffer): { line: string; rest: Buffer } {
  const end = bytes.indexOf(lineFeed);
  const line = bytes.subarray(0, Math.max(end, 0)).toString('utf8');
  return { line: line.replace(/\r$/, ''), rest: bytes.subarray(end + 1) };
}
