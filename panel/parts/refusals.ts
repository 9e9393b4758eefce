import { AuthorityRejected, DomainError } from '../../domain/errors.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { type Explanation, explainRejection } from '../../domain/rejections/explain.ts';

/** What the authority refused, why, and what a person does about it; nothing where it was not the authority. */
export function authorityRefusal(error: unknown): Markup | undefined {
  if (!(error instanceof AuthorityRejected)) return undefined;
  return html`<div role="alert">${explained(explainRejection(error.cStat, error.xMotivo, error.tpEvento))}</div>`;
}

/** A refusal with its cause, and what to do. */
export function explained({ code, message, cause, mend }: Explanation): Markup {
  return html`<section class="notice" data-kind="bad">
    <h2>${code ? html`<code>${code}</code> ` : undefined}${message}</h2>
    <p>${cause}</p>
    <p><b>O que fazer.</b> ${mend.person}</p>
  </section>`;
}

/** Whether what was asked for is over, or no longer possible as the note stands: its own page says where it is now. */
export function isOver(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'invalid_state';
}

/** What the API calls by its own names, as people say it. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bAUTHORIZED\b/g, 'autorizado'],
  [/\bCANCELLED\b/g, 'cancelado'],
  [/\bPROCESSING\b/g, 'em emissão'],
  [/\bREJECTED\b/g, 'rejeitado'],
  [/\bDRAFT\b/g, 'em rascunho'],
  [/^substituteDocumentId\b/, 'A nota escolhida'],
  [/^replaces\.(documentId|accessKey)\b/, 'A nota a substituir'],
  [/\bexternalId\b/g, 'número do pedido'],
  [/^Com reason 99, descreva\b/, 'Com outro motivo, descreva'],
  [/\bstartNumber\b/g, 'o primeiro número'],
  [/\bendNumber\b/g, 'o último número'],
  [
    /^Há um comprovante de entrega registrado.*$/s,
    'Esta nota já tem um comprovante de entrega registrado. Remova-o antes.',
  ],
];

/** The same error, said to who sits at a screen instead of to who calls the API. */
export function forPeople(error: unknown): unknown {
  if (!(error instanceof DomainError) || error instanceof AuthorityRejected) return error;
  const said = (text: string): string => words.reduce((sofar, [pattern, word]) => sofar.replace(pattern, word), text);
  const issues = error.issues.map((issue) => ({ ...issue, message: said(issue.message) }));
  return new DomainError(error.code, said(error.message), { issues, cause: error });
}
