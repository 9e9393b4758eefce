import { AuthorityRejected, DomainError } from '../../domain/errors.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { bases, rejectionPath } from '../../site/addresses.ts';
import { type Explanation, explainRejection } from '../../domain/rejections/explain.ts';

/** What the authority refused, why, and what a person does about it; undefined for other errors. */
export function authorityRefusal(error: unknown): Markup | undefined {
  if (!(error instanceof AuthorityRejected)) return undefined;
  return html`<div role="alert">${explained(explainRejection(error.cStat, error.xMotivo, error.tpEvento))}</div>`;
}

/** A refusal with its cause, and what to do. */
export function explained({ code, message, cause, mend }: Explanation): Markup {
  const more = moreOf(code);
  return html`<section class="notice" data-kind="bad">
    <h2>${code ? html`<code>${code}</code> ` : undefined}${message}</h2>
    <p>${cause}</p>
    <p><b>O que fazer.</b> ${mend.person}</p>
    ${more === undefined ? undefined : html`<p>${more}</p>`}
  </section>`;
}

/** A link to the page that explains a code; undefined when there is none. */
export function moreOf(code: string | null): Markup | undefined {
  const page = rejectionPath(code);
  return page === undefined
    ? undefined
    : html`<a href="${bases.panel}/${page}">Mais sobre a rejeição ${code ?? ''}</a>`;
}

/** Whether the note's state no longer allows what was asked for: the note's page shows its state. */
export function isInvalidState(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'invalid_state';
}
