import type { Request } from 'express';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** The address of a page that shows what has just been done, by the word of one of its sentences: `doneAt('/e/…/chaves', 'revogada')`. */
export function doneAt(path: string, word: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}feito=${encodeURIComponent(word)}`;
}

/** The page's sentence for the word in the address; undefined when there is none. */
export function doneNotice(
  { query }: Pick<Request, 'query'>,
  sentences: Readonly<Record<string, string>>,
): Markup | undefined {
  const { feito } = query;
  const sentence = typeof feito === 'string' && Object.hasOwn(sentences, feito) ? sentences[feito] : undefined;
  return sentence ? html`<p class="done" role="status">${sentence}</p>` : undefined;
}
