import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** One line of a list of facts (`<dl>`); undefined when the value is not known. */
export function fact(word: string, value: string | Markup | null | undefined): Markup | undefined {
  return value
    ? html`<div>
        <dt>${word}</dt>
        <dd>${value}</dd>
      </div>`
    : undefined;
}
