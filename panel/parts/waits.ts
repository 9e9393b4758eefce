import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { agoInWords, untilInWords, whenInWords } from './moments.ts';
import { count, momentInWords } from './words.ts';

/** Who has to move: somebody of the company, whoever runs the installation, or nobody. */
export type Mover = 'COMPANY' | 'OPERATOR' | 'NOBODY';

/** Something that waits, as a list shows it, with what helps beside it. */
export type WaitLine = {
  title: string;
  /** Where it is shown; null where it has no page. */
  href: string | null;
  reason: string;
  /** Whose it is, where the list is of several, and where else it is seen. */
  beside?: Markup | undefined;
  mover: Mover;
  since: Date;
  until: Date | null;
  help: Markup;
};

/** Those who may have to move, in the order of a page: under which title, and the id of that. */
export type WaitSections = readonly (readonly [mover: Mover, title: string, id: string])[];

/** Lists of what waits, one for each who has to move; none for whom nothing waits. */
export function waitLists(lines: readonly WaitLine[], sections: WaitSections, now: Date): Markup[] {
  return sections.flatMap(([mover, title, id]) => {
    const theirs = lines.filter((line) => line.mover === mover);
    if (theirs.length === 0) return [];
    return [
      html`<section aria-labelledby="${id}">
        <h2 id="${id}">${title} <small>${count(theirs.length)}</small></h2>
        <ul class="waits" data-mover="${mover}">
          ${theirs.map((line) => row(line, now))}
        </ul>
      </section>`,
    ];
  });
}

function row({ title, href, reason, beside, mover, since, until, help }: WaitLine, now: Date): Markup {
  // What nobody has to do something about says until when in its remedy.
  const end =
    until && mover !== 'NOBODY'
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
