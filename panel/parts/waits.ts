import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { agoInWords, untilInWords, whenInWords } from './moments.ts';
import { count, momentInWords } from './words.ts';

/** Who has to act: somebody of the company, an operator, or nobody. */
export type ActingSide = 'COMPANY' | 'OPERATOR' | 'NOBODY';

/** Something that waits, as a line of a list, with its remedy. */
export type WaitLine = {
  title: string;
  /** The page that shows it; null when it has none. */
  href: string | null;
  reason: string;
  /** The company, in a list of several, and further links. */
  beside?: Markup | undefined;
  side: ActingSide;
  since: Date;
  until: Date | null;
  help: Markup;
};

/** The sections of a page in order: who has to act, the title, and the id of the title. */
export type WaitSections = readonly (readonly [side: ActingSide, title: string, id: string])[];

/** Lists of what waits, one for each who has to act; empty ones are left out. */
export function waitLists(lines: readonly WaitLine[], sections: WaitSections, now: Date): Markup[] {
  return sections.flatMap(([side, title, id]) => {
    const theirs = lines.filter((line) => line.side === side);
    if (theirs.length === 0) return [];
    return [
      html`<section aria-labelledby="${id}">
        <h2 id="${id}">${title} <small>${count(theirs.length)}</small></h2>
        <ul class="waits" data-acts="${side}">
          ${theirs.map((line) => row(line, now))}
        </ul>
      </section>`,
    ];
  });
}

function row({ title, href, reason, beside, side, since, until, help }: WaitLine, now: Date): Markup {
  // Lines without anybody who has to act show their end in the remedy.
  const end =
    until && side !== 'NOBODY'
      ? ` · ${until > now ? untilInWords(until, now) : `o prazo foi ${whenInWords(until, now)}`}`
      : undefined;
  return html`<li>
    <div>
      <p><b>${href === null ? title : html`<a href="${href}">${title}</a>`}</b></p>
      <p>${reason}</p>
      <p class="soft">
        <time datetime="${since.toISOString()}" title="${momentInWords(since)}">${agoInWords(since, now)}</time
        >${end}${beside}
      </p>
    </div>
    <div class="remedy">${help}</div>
  </li>`;
}
