import type { Request } from 'express';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** The address of a page that tells what has just been done, by one of the words that the page knows: `doneAt('/e/…/chaves', 'revogada')`. */
export function doneAt(path: string, word: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}feito=${encodeURIComponent(word)}`;
}

/** What the address says has just been done, as one of the sentences of the page; nothing where it names none of them. */
export function doneNotice(
  { query }: Pick<Request, 'query'>,
  sentences: Readonly<Record<string, string>>,
): Markup | undefined {
  const { feito } = query;
  const sentence = typeof feito === 'string' && Object.hasOwn(sentences, feito) ? sentences[feito] : undefined;
  return sentence ? html`<p class="done" role="status">${sentence}</p>` : undefined;
}
