import { html, type Markup } from '../../domain/pages/html/markup.ts';

/**
 * The address of a workflow in Temporal's UI, by workflow id; undefined when the UI's address is not configured, or the person is not an operator.
 */
export type RunAddress = ((workflowId: string) => string) | undefined;

/** A link to a workflow, for operators; undefined when there is none. `of` names the thing, on pages with several links. */
export function runLink(address: RunAddress, id: string | null, of = ''): Markup | undefined {
  if (!address || id === null) return undefined;
  return html`<a href="${address(id)}">Execução no Temporal${of ? html`<span class="unseen"> ${of}</span>` : undefined}</a>`;
}
