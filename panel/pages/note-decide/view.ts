import { accessKeyMask } from '../../../domain/masks.ts';
import { authorityNames } from '../../../domain/authority-names.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldHtml, faultSummary, type FormState } from '../../forms/fields.ts';
import { cannotNow, noteActPage } from '../../parts/note-page.ts';
import { count, momentInWords } from '../../parts/words.ts';

export const decisionFields: readonly Field[] = [
  { name: 'accessKey', label: 'Chave da nota que está na autoridade', most: 60, isRequired: true },
];
/** The box to tick before either decision: neither can be undone. */
export const sureField: Field = {
  name: 'sure',
  label: 'Conferi na consulta da autoridade, e sei que isto não pode ser desfeito.',
  kind: 'yesNo',
  isRequired: true,
};

export type DecideView = {
  person: SignedIn;
  base: string;
  /** The address that both forms are sent to. */
  action: string;
  document: Document;
  /** Why the note stopped; null when it waits for nobody. */
  reason: string | null;
  since: Date | null;
  state: FormState;
  /** Which of the two forms was sent. */
  sent?: 'adotar' | 'rejeitar';
};

/** What a person decides about a stopped note: both ways side by side. */
export function decideHtml({ person, base, action, document, reason, since, state, sent }: DecideView): string {
  const body =
    reason === null
      ? cannotNow('Esta nota não espera por uma decisão: ela segue sozinha, ou já terminou.')
      : html`${faultSummary([{ title: '', fields: [...decisionFields, sureField] }], state)}
          <section class="notice" data-kind="wait">
            <h2>${reason}</h2>
            <p>${since ? `Parada desde ${momentInWords(since)}. ` : ''}Nada mais é enviado até alguém decidir.</p>
          </section>
          <div class="choice">
            ${adopting(action, document, formOf('adotar', state, sent))}
            ${rejecting(action, document, formOf('rejeitar', state, sent))}
          </div>`;
  return noteActPage({ person, base, document, title: 'Decidir o que vale', body });
}

/** Only the form that was sent shows what is wrong with it. */
function formOf(which: 'adotar' | 'rejeitar', state: FormState, sent: DecideView['sent']): FormState {
  return sent === undefined || sent === which ? state : { ...state, faults: {} };
}

function adopting(action: string, document: Document, state: FormState): Markup {
  const { at } = authorityNames[traitsOf[document.type].authority];
  return html`<form class="way" method="post" action="${action}">
    <h2>Ficar com a que está ${at}</h2>
    <p>
      Se a consulta ${at} mostra esta venda autorizada sob alguma chave, é ela que vale: a nota daqui passa a ser
      aquela, com o protocolo dela. Nada é enviado de novo.
    </p>
    ${ours(document)} ${decisionFields.map((field) => fieldHtml(field, state))} ${sure('adotar', state)}
    <button class="button" name="decisao" value="adotar">Ficar com essa nota</button>
  </form>`;
}

function rejecting(action: string, document: Document, state: FormState): Markup {
  const { at } = authorityNames[traitsOf[document.type].authority];
  return html`<form class="way" method="post" action="${action}">
    <h2>Encerrar como rejeitada</h2>
    <p>
      Se a consulta não mostra esta venda ${at}, encerre a tentativa. A nota fica rejeitada, e pode ser corrigida e
      emitida de novo. Se ela estiver lá, a venda sairia em dobro.
    </p>
    ${sure('rejeitar', state)}
    <button class="button quiet" name="decisao" value="rejeitar">Encerrar como rejeitada</button>
  </form>`;
}

function ours({ series, number, accessKey, totalValue }: Document): Markup {
  return html`<dl class="facts">
    <div>
      <dt>Aqui</dt>
      <dd>Série ${series ?? ''}, número ${count(number)}, R$ ${brazilianMoney(totalValue)}</dd>
    </div>
    ${
      accessKey
        ? html`<div>
            <dt>Chave que foi enviada</dt>
            <dd><code>${accessKeyMask(accessKey)}</code></dd>
          </div>`
        : undefined
    }
  </dl>`;
}

/** The same box for each form, with an id of its own. */
function sure(which: string, { faults }: FormState): Markup {
  const fault = faults[sureField.name];
  const id = which === 'adotar' ? 'campo-sure' : 'campo-sure-2';
  return html`<div class="field tick">
    <label
      ><input
        type="checkbox"
        id="${id}"
        name="sure"
        value="sim"
        required
        ${fault ? html`aria-invalid="true"` : undefined}
      />
      <span>${sureField.label}</span></label
    >
    ${fault ? html`<strong class="wrong">${fault}</strong>` : undefined}
  </div>`;
}
