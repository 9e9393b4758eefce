import { gunzipSync, gzipSync } from 'node:zlib';
import { AnswerUnreadable } from './answer-unreadable.ts';

/** Far above any document of the system, and far below what hurts. */
const largest = 4 * 1024 * 1024;

/** A document as messages carry it: its UTF-8, in gzip, in base64. */
export function pack(xml: string): string {
  return gzipSync(xml).toString('base64');
}

/**
 * The text in a field of an answer: UTF-8 of 4 MiB at most, which is still to be read as XML.
 *
 * @throws AnswerUnreadable
 */
export function unpack(base64: string): string {
  return inflated(decoded(base64));
}

/** The bytes that a base64 text stands for. @throws AnswerUnreadable */
export function decoded(base64: string): Buffer {
  const text = base64.replace(/\s/g, '');
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new AnswerUnreadable('o documento não está em base64');
  }
  return Buffer.from(text, 'base64');
}

function inflated(bytes: Buffer): string {
  let xml: Buffer;
  try {
    xml = gunzipSync(bytes, { maxOutputLength: largest });
  } catch (cause) {
    throw new AnswerUnreadable('o documento compactado está incompleto, corrompido ou é grande demais', { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml);
  } catch (cause) {
    throw new AnswerUnreadable('o documento não está em UTF-8', { cause });
  }
}
