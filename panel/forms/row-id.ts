import { validate as isUuid } from 'uuid';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

const name = 'pedido';

/** A hidden field with the id of the row that the form creates: a form that is sent twice creates one row. */
export function rowIdField(id: string): Markup {
  return html`<input type="hidden" name="${name}" value="${id}" />`;
}

/** The id in a form that was sent; null when it has none. */
export function rowIdIn(form: URLSearchParams): string | null {
  const id = form.get(name) ?? '';
  return isUuid(id) ? id : null;
}
