import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { inPlainWords } from './plain-words.ts';

/** What is wrong with what was sent, read aloud as the page opens; nothing where nothing is. */
export function alert(words: string | undefined): Markup | undefined {
  return words === undefined
    ? undefined
    : html`<p class="notice" data-kind="bad" role="alert">${inPlainWords(words)}</p>`;
}
