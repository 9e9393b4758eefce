import { validate as isUuid } from 'uuid';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

const name = 'pedido';

/** The id that what a form makes will have, kept in the form itself: sent twice, it makes one. */
export function askedOnceHtml(id: string): Markup {
  return html`<input type="hidden" name="${name}" value="${id}" />`;
}

/** The id in a form that was sent; null where it has none. */
export function askedIdIn(form: URLSearchParams): string | null {
  const id = form.get(name) ?? '';
  return isUuid(id) ? id : null;
}
