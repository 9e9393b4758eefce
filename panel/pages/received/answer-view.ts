import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { manifestations } from '../../../domain/received/kinds.ts';
import { titleOfManifestation } from '../../../domain/received/manifestations.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import type { ManifestedMany } from '../../../http/runs/manifest-many.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldHtml, faultSummary, type FormState } from '../../forms/fields.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, shortDate } from '../../parts/words.ts';
import { isAnswerable, meanings, standing } from './words.ts';

/** The fields of an answer. */
export const answerFields: readonly Field[] = [
  { name: 'resposta', label: 'Resposta' },
  {
    name: 'justification',
    label: 'Motivo',
    kind: 'area',
    most: 255,
    hint: 'Só da operação não realizada: de 15 a 255 letras. A SEFAZ e o fornecedor o leem.',
  },
];

export type AnswerView = {
  person: SignedIn;
  base: string;
  notes: ReceivedDocument[];
  state: FormState;
  refusal?: Markup | undefined;
};

/** What a company may answer to notes, what each answer means, and that none can be undone. */
export function answerHtml({ person, base, notes, state, refusal }: AnswerView): string {
  const answerable = notes.filter(isAnswerable);
  const left = notes.length - answerable.length;
  const title = answerable.length === 1 ? 'Responder à nota' : `Responder a ${count(answerable.length)} notas`;
  return framedPage({
    title,
    here: 'recebidas',
    person,
    body: html`<p class="trail"><a href="${base}/recebidas">‹ Notas recebidas</a></p>
      <div class="head"><h1>${answerable.length === 0 ? 'Responder a notas' : title}</h1></div>
      ${refusal}
      ${
        left > 0
          ? html`<p class="notice">
              ${left === 1 ? 'Um documento escolhido não se responde' : `${count(left)} documentos escolhidos não se respondem`}:
              só NF-e de que a empresa é a destinatária.
            </p>`
          : undefined
      }
      ${answerable.length === 0 ? html`<p>Escolha na lista as notas a responder.</p>` : form(base, answerable, state)}`,
  });
}

function form(base: string, notes: ReceivedDocument[], state: FormState): Markup {
  const [, reason] = answerFields;
  const fault = state.faults['resposta'];
  return html`<form method="post" action="${base}/recebidas/responder">
    ${faultSummary([{ title: '', fields: answerFields }], state)}
    <table class="records">
      <caption class="unseen">
        As notas
      </caption>
      <thead>
        <tr>
          <th scope="col">Fornecedor</th>
          <th scope="col">Situação</th>
          <th scope="col">Emissão</th>
          <th scope="col" class="end">Valor R$</th>
        </tr>
      </thead>
      <tbody>
        ${notes.map(
          (note) =>
            html`<tr>
              <td>
                <input type="hidden" name="nota" value="${note.id}" /><b>${note.issuerName ?? ''}</b
                ><small
                  >${note.number ? `Nota ${[note.series, note.number].filter(Boolean).join('/')}` : note.accessKey}</small
                >
              </td>
              <td>${standing(note, undefined).word}</td>
              <td class="day">${shortDate(note.emissionDate)}</td>
              <td class="end">${note.totalValue ? brazilianMoney(note.totalValue) : ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <fieldset id="campo-resposta" ${fault ? html`aria-describedby="campo-resposta-erro"` : undefined}>
      <legend>O que a empresa diz</legend>
      ${fault ? html`<strong class="wrong" id="campo-resposta-erro">${fault}</strong>` : undefined}
      ${manifestations.map(
        (each) =>
          html`<div class="field tick">
            <label
              ><input
                type="radio"
                name="resposta"
                value="${each}"
                required
                ${state.values['resposta'] === each ? html`checked` : undefined}
              />
              <b>${titleOfManifestation(each)}</b></label
            >
            <small>${meanings[each]}</small>
          </div>`,
      )}
      <div class="fields">${reason ? fieldHtml(reason, state) : undefined}</div>
    </fieldset>
    <p class="notice" data-kind="wait">
      <b>Não pode ser desfeito.</b> A resposta é registrada na SEFAZ em nome da empresa, e o fornecedor a vê.
    </p>
    <p class="actions">
      <button class="button">Registrar a resposta</button>
      <a class="quiet-link" href="${base}/recebidas">Deixar como está</a>
    </p>
  </form>`;
}

/** The result of an answer to many notes, when not all of them took it. */
export function manyAnswersHtml(view: { person: SignedIn; base: string; told: ManifestedMany }): string {
  const { person, base, told } = view;
  const { started, standing: stood, refused } = told;
  return framedPage({
    title: 'Algumas notas ficaram sem resposta',
    here: 'recebidas',
    person,
    body: html`<p class="trail"><a href="${base}/recebidas">‹ Notas recebidas</a></p>
      <div class="head"><h1>Algumas notas ficaram sem resposta</h1></div>
      <p>
        ${started === 0 ? 'Nenhuma resposta está a caminho.' : `${count(started)} a caminho da SEFAZ: a lista mostra quando cada uma é registrada.`}
      </p>
      ${stood === 0 ? undefined : html`<p>${count(stood)} já tinham esta resposta.</p>`}
      <ul class="plain-list" role="alert">
        ${refused.map(
          ({ name, reason }) =>
            html`<li>
              <span><b>${name}</b><small>${reason}</small></span>
            </li>`,
        )}
      </ul>
      <p class="actions"><a class="button" href="${base}/recebidas">Ver a lista</a></p>`,
  });
}
