import type { Request, Response } from 'express';
import { HttpRefusal } from './refusal.ts';

/** Bytes of a file, both ends included. */
type ByteRange = { start: number; end: number };

/** A file that can be sent in parts: its size in bytes, and the tag of its content. */
export type RangedFile = { size: number; etag: string };

/**
 * The bytes that a request asks for; undefined where it asks for the whole file, also where it asks for several ranges, or where If-Range names
 * another tag than the file's (RFC 9110 §14.2, §13.1.5).
 *
 * @throws HttpRefusal 416 where the file has no such bytes
 */
export function rangeOf(req: Pick<Request, 'get' | 'range'>, { size, etag }: RangedFile): ByteRange | undefined {
  const condition = req.get('if-range');
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = req.range(size);
  if (ranges === -1) {
    const message = `Range pede bytes que o arquivo não tem: ele tem ${size}.`;
    throw new HttpRefusal(416, 'validation_error', message, { 'Content-Range': `bytes */${size}` });
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { start: range.start, end: range.end };
}

/** Sets status and headers for a file, or for a part of it. */
export function tellRange(
  res: Pick<Response, 'status' | 'set'>,
  { size, etag }: RangedFile,
  range: ByteRange | undefined,
): void {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  res.set({ 'Accept-Ranges': 'bytes', ETag: etag, 'Content-Length': String(end - start + 1) });
  if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
}
