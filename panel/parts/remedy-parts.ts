import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { whenInWords } from './moments.ts';

/**
 * What helps, as a button that does it.
 *
 * @param title what it helps against, so that each of a list's buttons says what it is about
 */
export function act(title: string, to: string, words: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="${to}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button quiet">${words}<span class="unseen">: ${title}</span></button>
  </form>`;
}

/** What helps, as a link to where it is done. */
export function link(title: string, href: string, words: string): Markup {
  return html`<a class="button quiet" href="${href}">${words}<span class="unseen">: ${title}</span></a>`;
}

/** What helps, where there is nothing to press. */
export function sentence(words: string): Markup {
  return html`<p class="soft">${words}</p>`;
}

/** What is typed for it by who operates; nothing where there is nothing to type. */
export function typed(summary: string, command: string | null): Markup | undefined {
  if (command === null) return undefined;
  return html`<details class="asked">
    <summary>${summary}</summary>
    <p><code>${command}</code></p>
  </details>`;
}

/** Until when something waits that nothing but time helps. */
export function waitsByItself(until: Date | null, now: Date): Markup {
  if (until === null || until <= now) return sentence('Nada a fazer: segue sozinho.');
  return sentence(`Nada a fazer: segue sozinho ${whenInWords(until, now)}.`);
}

/** Asks before a number is given up, which is for good. */
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
