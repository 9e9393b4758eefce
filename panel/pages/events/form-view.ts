import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../../domain/documents/events/event.ts';
import { isReformEventType, withdrawalOf } from '../../../domain/documents/events/reform/table.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type FieldGroup, fieldGroups, type FormState } from '../../forms/fields.ts';
import { cannotNow } from '../../parts/note-page.ts';
import { count } from '../../parts/words.ts';
import { itemsAtOnce } from './fields.ts';
import type { NoteOfEvents } from './subject.ts';
import { eventPage } from './view.ts';
import { type CompanyEvent, isFinal, pathOf, eventInWords, titleOf } from './words.ts';

export type EventFormView = {
  person: SignedIn;
  subject: NoteOfEvents;
  type: CompanyEvent;
  groups: readonly FieldGroup[];
  /** The index of the first shown item, from 0, and how many items the note has. */
  place: { from: number; all: number };
  /** The event that a withdrawal withdraws. */
  target: DocumentEvent | null;
  /** Why it cannot be registered; null when it can. */
  obstacle: string | null;
  state: FormState;
  refusal: Markup | undefined;
};

/** The form that registers an event: what it says, what follows, and what can be withdrawn. */
export function eventFormHtml(view: EventFormView): string {
  const { person, subject, type, obstacle, refusal } = view;
  return eventPage({
    ...{ person, subject, title: titleOf(type), back: { path: `${subject.at}/eventos`, name: 'Eventos da nota' } },
    body:
      obstacle !== null
        ? cannotNow(obstacle)
        : html`${refusal}
            <p class="lead">
              <span>${view.target ? html`<b>${titleOfEvent(view.target)}.</b> ` : undefined}${eventInWords(type)}</span>
            </p>
            <p class="term">
              O Lavra não conhece prazo para este registro: se houver e já tiver passado, a recusa aparece aqui.
            </p>
            ${form(view)}`,
  });
}

function form({ subject, type, groups, place, target, state }: EventFormView): Markup {
  const at = `${subject.at}/eventos`;
  const isOfMany = groups.filter(({ fields, isFolded }) => isFolded && fields[0]?.name.startsWith('items[')).length > 1;
  const hasFile = groups.some(({ fields }) => fields.some(({ kind }) => kind === 'file'));
  const action = `${at}/registrar/${pathOf(type)}${place.from > 0 ? `?de=${place.from + 1}` : ''}`;
  return html`${isOfMany ? html`<p class="soft">Abra e preencha só os itens de que se trata.</p>` : undefined}
    ${others(`${at}/registrar/${pathOf(type)}`, place)}
    <form method="post" action="${action}" ${hasFile ? html`enctype="multipart/form-data"` : undefined}>
      ${target ? html`<input type="hidden" name="evento" value="${target.id}" />` : undefined}
      ${fieldGroups(groups, state)}
      <p class="soft">${afterwards(type)}</p>
      <p class="actions">
        <button class="button">${type === 'EVENT_WITHDRAWAL' ? 'Retirar o evento' : 'Registrar'}</button>
        <a class="quiet-link" href="${at}">Voltar sem registrar</a>
      </p>
    </form>`;
}

/** Links to the forms of the note's other items: events add up. */
function others(path: string, { from, all }: EventFormView['place']): Markup | undefined {
  if (all <= itemsAtOnce) return undefined;
  const last = Math.min(from + itemsAtOnce, all);
  return html`<p class="soft">
    Itens ${count(from + 1)} a ${count(last)} de ${count(all)}.
    ${from > 0 ? html`<a href="${path}?de=${Math.max(0, from - itemsAtOnce) + 1}">Os anteriores</a>` : undefined}
    ${last < all ? html`<a href="${path}?de=${last + 1}">Os seguintes</a>` : undefined}
  </p>`;
}

function afterwards(type: CompanyEvent): string {
  if (type === 'EVENT_WITHDRAWAL') return 'É registrado em nome da empresa. Se for preciso, registre o evento de novo.';
  if (isReformEventType(type) && withdrawalOf(type) === null)
    return 'É registrado em nome da empresa, e não se retira.';
  if (isFinal(type)) return 'É registrado em nome da empresa, uma vez só, e não se retira.';
  return isReformEventType(type)
    ? 'É registrado na SEFAZ em nome da empresa, com XML. Se estiver errado, retire-o depois, nos eventos da nota.'
    : '';
}
