import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { inPlainWords } from './plain-words.ts';

/** A fault that screen readers read aloud as the page opens; undefined without words. */
export function alert(words: string | undefined): Markup | undefined {
  return words === undefined
    ? undefined
    : html`<p class="notice" data-kind="bad" role="alert">${inPlainWords(words)}</p>`;
}
