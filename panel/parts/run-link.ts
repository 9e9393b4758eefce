import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** Where Temporal's UI shows a run, by its id; undefined where nobody said where it is, or who looks does not operate the installation. */
export type RunAddress = ((workflowId: string) => string) | undefined;

/** The way to a run, for who operates the installation; nothing where there is none. `of` says whose, where a page has several. */
export function runLink(address: RunAddress, id: string | null, of = ''): Markup | undefined {
  if (!address || id === null) return undefined;
  return html`<a href="${address(id)}">Execução no Temporal${of ? html`<span class="unseen"> ${of}</span>` : undefined}</a>`;
}
