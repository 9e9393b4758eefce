import { cancellationTerm, substitutionTerm } from '../../../domain/documents/events/terms.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { DocumentSummary } from '../../../operations/documents/summary.ts';
import { type Choice, type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { cannotNow, noteActPage } from '../../parts/note-page.ts';
import { count, nearMoment } from '../../parts/words.ts';

/** Codes of cMotivo (TSCodJustCanc). */
const reasons: readonly Choice[] = [
  ['1', 'A nota foi emitida com erro'],
  ['2', 'O serviço não foi prestado'],
  ['9', 'Outro motivo'],
];

/** The fields of a cancellation, by the kind of note. */
export function cancellationFields(
  { type }: Pick<Document, 'type'>,
  substitutes: readonly DocumentSummary[],
  now: Date,
): Field[] {
  const why: Field = {
    name: 'justification',
    label: 'Por que a nota é cancelada',
    kind: 'area',
    isRequired: true,
    most: 255,
    hint: 'De 15 a 255 letras. O texto vai para a autoridade e fica na nota.',
  };
  if (type === 'NFSE')
    return [{ name: 'reason', label: 'Motivo', kind: 'choice', choices: reasons, isRequired: true }, why];
  if (type !== 'NFCE' || substitutes.length === 0) return [why];
  const choices: Choice[] = [
    ['', 'Nenhuma: a venda não aconteceu'],
    ...substitutes.map(({ id, series, number, totalValue, issueDateTime }): Choice => {
      return [
        id,
        `${series ?? ''}/${count(number)} · R$ ${brazilianMoney(totalValue)} · ${nearMoment(issueDateTime, now)}`,
      ];
    }),
  ];
  const hint =
    'Se a mesma venda saiu de novo numa NFC-e emitida sem conexão, escolha-a: o prazo passa a ser de sete dias.';
  return [
    { name: 'substituteDocumentId', label: 'NFC-e que ficou no lugar desta', kind: 'choice', choices, hint },
    why,
  ];
}

export type CancelView = {
  person: SignedIn;
  base: string;
  document: Document;
  fields: readonly Field[];
  /** Why it cannot be cancelled; null when it can. */
  obstacle: string | null;
  state: FormState;
  /** What the authority answered. */
  refusal?: Markup | undefined;
  now: Date;
};

/** The form that cancels a note, with its deadline. */
export function cancelHtml({ person, base, document, fields, obstacle, state, refusal, now }: CancelView): string {
  const body =
    obstacle !== null
      ? cannotNow(obstacle)
      : html`${refusal} ${term(document, now)}
          <form method="post" action="${base}/notas/${document.id}/cancelar">
            ${fieldGroups([{ title: 'Cancelamento', fields }], state)}
            <p class="soft">Um cancelamento registrado não pode ser desfeito.</p>
            <p class="actions">
              <button class="button">Cancelar a nota</button>
              <a class="quiet-link" href="${base}/notas/${document.id}">Voltar sem cancelar</a>
            </p>
          </form>`;
  return noteActPage({ person, base, document, title: 'Cancelar a nota', body });
}

function term({ type, authorizationDate }: Document, now: Date): Markup {
  const end = authorizationDate ? cancellationTerm(type, authorizationDate) : null;
  if (end === null || !authorizationDate) {
    return html`<p class="term">
      O prazo é o do município que recebe o imposto, e só ele o diz: se já passou, a recusa aparece aqui.
    </p>`;
  }
  if (now <= end) return html`<p class="term">Pode ser cancelada <b>até ${nearMoment(end, now)}</b>.</p>`;
  const last = substitutionTerm(authorizationDate);
  const late =
    type === 'NFCE' && now <= last
      ? `Com outra no lugar dela, ainda pode ser cancelada até ${nearMoment(last, now)}.`
      : 'Alguns estados ainda registram um cancelamento atrasado; se o seu não registra, a recusa aparece aqui, e nada muda.';
  return html`<p class="term" data-kind="wait">O prazo acabou às <b>${nearMoment(end, now)}</b>. ${late}</p>`;
}
