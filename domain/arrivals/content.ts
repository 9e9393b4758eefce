import { UnreadableEntry } from './unreadable-entry.ts';

/** In base64; far above any document, whose messages end at 500 KB before they are deflated. */
const longest = 8 * 1024 * 1024;

/**
 * The gzip file in an entry of a lot, not yet opened.
 *
 * @param content base64, as the entry has it
 * @throws UnreadableEntry
 */
export function gzipIn(content: string): Buffer {
  if (content.length > longest) throw new UnreadableEntry('O documento compactado é grande demais');
  const text = content.replace(/\s/g, '');
  if (text === '') throw new UnreadableEntry('O lote não traz o documento');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new UnreadableEntry('O documento não está em base64');
  }
  return Buffer.from(text, 'base64');
}
