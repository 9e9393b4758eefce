import type { Document } from '../../../domain/documents/document.entity.ts';
import type { DocumentMailStatus } from '../../../domain/documents/mails/document-mail.entity.ts';
import type { MailKind } from '../../../domain/companies/buyer-mail.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ShownMail } from '../../../operations/mails/find-mails.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { noteActPage } from '../../parts/note-page.ts';
import { momentInWords } from '../../parts/words.ts';

export const mailFields: readonly Field[] = [
  {
    name: 'kind',
    label: 'O que enviar',
    kind: 'choice',
    choices: [
      ['', 'A nota ou, se foi cancelada, o cancelamento'],
      ['ISSUED', 'A nota'],
      ['CANCELLED', 'O cancelamento'],
      ['CORRECTED', 'A última carta de correção'],
    ],
  },
  {
    name: 'to',
    label: 'Para',
    kind: 'lines',
    hint: 'Um e-mail por linha. Vazio, vai ao cliente e a quem a venda diz.',
  },
];

export type NoteMailView = {
  person: SignedIn;
  base: string;
  document: Document;
  mails: readonly ShownMail[];
  /** The addresses to which the company sends no more mail. */
  suppressed: ReadonlySet<string>;
  maySend: boolean;
  state: FormState;
};

const kinds: Record<MailKind, string> = { ISSUED: 'Nota', CANCELLED: 'Cancelamento', CORRECTED: 'Carta de correção' };

const outcomes: Record<DocumentMailStatus, string> = {
  PENDING: 'À espera',
  SENT: 'Entregue ao servidor de e-mail',
  BOUNCED: 'O endereço não recebe e-mail',
  SUPPRESSED: 'Não enviado: o endereço não recebe e-mail',
  FAILED: 'Recusado',
};

/** The mails about a note with what became of each, and the form that sends it. */
export function noteMailHtml(view: NoteMailView): string {
  const { person, base, document, mails, maySend, state } = view;
  const at = `${base}/notas/${document.id}/email`;
  const isThere = document.status === 'AUTHORIZED' || document.status === 'CANCELLED';
  const body = html`${
    mails.length === 0
      ? html`<p>Nada foi enviado por e-mail sobre esta nota.</p>`
      : html`<ul class="rows">
          ${mails.map((mail) => row(mail, view, at))}
        </ul>`
  }
  ${
    isThere && maySend
      ? html`<form method="post" action="${at}">
          ${fieldGroups([{ title: 'Enviar', help, fields: mailFields }], state)}
          <p class="actions"><button class="button">Enviar por e-mail</button></p>
        </form>`
      : undefined
  }`;
  return noteActPage({ person, base, document, title: 'E-mails', body });
}

const help = 'O e-mail leva o XML e o PDF, nas palavras que a empresa escolheu nos ajustes.';

function row(mail: ShownMail, { suppressed, maySend }: NoteMailView, at: string): Markup {
  const { kind, email, status, error, sentAt, bouncedAt, createdAt } = mail;
  const moment = bouncedAt ?? sentAt ?? createdAt;
  return html`<li>
    <p>
      <b>${kinds[kind]}</b> para ${email} · ${outcomes[status]} ·
      <time datetime="${moment.toISOString()}">${momentInWords(moment)}</time>
    </p>
    ${error === null ? undefined : html`<p class="soft">${error}</p>`}
    ${
      suppressed.has(email) && maySend
        ? html`<form method="post" action="${at}/liberar">
            <input type="hidden" name="email" value="${email}" />
            <button class="button quiet">Voltar a enviar a este endereço</button>
          </form>`
        : undefined
    }
  </li>`;
}
