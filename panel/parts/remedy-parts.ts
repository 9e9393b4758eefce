import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { whenInWords } from './moments.ts';

/**
 * A remedy as a button that applies it.
 *
 * @param title what the remedy is for, so that each button of a list says what it is about
 */
export function act(title: string, to: string, words: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="${to}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button quiet">${words}<span class="unseen">: ${title}</span></button>
  </form>`;
}

/** A remedy as a link to the page that applies it. */
export function link(title: string, href: string, words: string): Markup {
  return html`<a class="button quiet" href="${href}">${words}<span class="unseen">: ${title}</span></a>`;
}

/** A remedy as a sentence, when there is nothing to press. */
export function remedySentence(words: string): Markup {
  return html`<p class="soft">${words}</p>`;
}

/** The command that an operator types; undefined when there is none. */
export function typed(summary: string, command: string | null): Markup | undefined {
  if (command === null) return undefined;
  return html`<details class="asked">
    <summary>${summary}</summary>
    <p><code>${command}</code></p>
  </details>`;
}

/** Says until when something waits that only time helps. */
export function waitsByItself(until: Date | null, now: Date): Markup {
  if (until === null || until <= now) return remedySentence('Nada a fazer: segue sozinho.');
  return remedySentence(`Nada a fazer: segue sozinho ${whenInWords(until, now)}.`);
}

/** Asks before a number is given up, which cannot be undone. */
export function giveUpForm(title: string, to: string, fields: Record<string, string>): Markup {
  return html`<details class="asked">
    <summary>Inutilizar o número…</summary>
    <p>
      A SEFAZ é consultada mais uma vez; se ela não tiver mesmo esta nota, o número é inutilizado. Isso não pode ser
      desfeito.
    </p>
    ${act(title, to, 'Inutilizar o número', fields)}
  </details>`;
}
