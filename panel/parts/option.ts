import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** One choice of a field, as an option in HTML. */
export function option(value: string, words: string, isChosen: boolean): Markup {
  return html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${words}</option>`;
}

/** Chooses the documents of a list by their type. */
export function typeChoice(chosen: DocumentType | undefined): Markup {
  return html`<label class="field"
    ><span>Documento</span>
    <select name="tipo">
      ${option('', 'Todos', chosen === undefined)}
      ${documentTypes.map((type) => option(type, traitsOf[type].title, type === chosen))}
    </select></label
  >`;
}
