import type { Document } from '../../../domain/documents/document.entity.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldHtml, faultSummary, type FormState } from '../../forms/fields.ts';
import { cannotNow, noteActPage } from '../../parts/note-page.ts';
import { momentInWords } from '../../parts/words.ts';

export const receiptFields: readonly Field[] = [
  { name: 'receiverName', label: 'Quem recebeu', isRequired: true, most: 60, isShort: true },
  {
    name: 'receiverDocument',
    label: 'CPF, RG ou outro documento de quem recebeu',
    isRequired: true,
    most: 20,
    isShort: true,
  },
  { name: 'deliveredAt', label: 'Dia da entrega', kind: 'date', isRequired: true, isShort: true },
  { name: 'deliveredTime', label: 'Hora, em Brasília', kind: 'time', isRequired: true, isShort: true },
];

const proof: Field = { name: 'proof', label: 'Foto ou PDF do comprovante', isRequired: true };

export type ReceiptView = {
  person: SignedIn;
  base: string;
  document: Document;
  obstacle: string | null;
  /** The registered receipt; null when there is none. */
  standing: DocumentEvent | null;
  state: FormState;
  refusal?: Markup | undefined;
};

/** The form that registers a delivery; when one is registered, what it says, and its removal. */
export function receiptHtml(view: ReceiptView): string {
  const { person, base, document, obstacle, standing, refusal } = view;
  const body = standing ? registered(view, standing) : obstacle !== null ? cannotNow(obstacle) : form(view);
  const title = standing ? 'Entrega registrada' : 'Registrar a entrega';
  return noteActPage({ person, base, document, title, body: html`${refusal} ${body}` });
}

function form({ base, document, state }: ReceiptView): Markup {
  const at = `${base}/notas/${document.id}`;
  const fault = state.faults[proof.name];
  return html`<form method="post" action="${at}/entrega" enctype="multipart/form-data">
    ${faultSummary([{ title: '', fields: [...receiptFields, proof] }], state)}
    <fieldset>
      <legend>Comprovante de entrega</legend>
      <p class="soft">
        Registrado na SEFAZ, dispensa o canhoto de papel. Enquanto ele valer, a nota não pode ser cancelada.
      </p>
      <div class="fields">
        ${receiptFields.map((field) => fieldHtml(field, state))}
        <div class="field">
          <label for="campo-proof">${proof.label}</label>
          <input
            id="campo-proof"
            name="proof"
            type="file"
            accept="image/jpeg,image/png,application/pdf"
            aria-describedby="campo-proof-dica${fault ? ' campo-proof-erro' : ''}"
            required
            ${fault ? html`aria-invalid="true"` : undefined}
          />
          <small id="campo-proof-dica">JPEG, PNG ou PDF, de até 3 MB.</small>
          ${fault ? html`<strong class="wrong" id="campo-proof-erro">${fault}</strong>` : undefined}
        </div>
      </div>
    </fieldset>
    <p class="actions">
      <button class="button">Registrar a entrega</button>
      <a class="quiet-link" href="${at}">Voltar sem registrar</a>
    </p>
  </form>`;
}

function registered({ base, document, state }: ReceiptView, { id, delivery }: DocumentEvent): Markup {
  const at = `${base}/notas/${document.id}`;
  return html`${faultSummary([], state)}
    <dl class="facts sheet">
      <div>
        <dt>Quem recebeu</dt>
        <dd>${delivery?.receiverName ?? ''} <span class="soft">${delivery?.receiverDocument ?? ''}</span></dd>
      </div>
      <div>
        <dt>Quando</dt>
        <dd>${delivery ? momentInWords(new Date(delivery.deliveredAt)) : ''}</dd>
      </div>
    </dl>
    <p class="acts"><a class="button quiet" href="${at}/entrega/${id}">Ver o comprovante</a></p>
    <form method="post" action="${at}/entrega/remover">
      <p class="soft">
        Se a entrega não aconteceu como está aqui, remova o comprovante. Depois disso a nota volta a poder ser
        cancelada, ou receber outro.
      </p>
      <p class="actions"><button class="button quiet">Remover o comprovante</button></p>
    </form>`;
}
