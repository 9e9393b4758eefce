import type { MailSuppression } from '../../../domain/documents/mails/document-mail.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords } from '../../parts/words.ts';

export type MailSuppressionsView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayLift: boolean;
  suppressions: readonly MailSuppression[];
  done?: Markup | undefined;
};

/** The addresses to which the company sends no more mail, the newest first, each with the reason. */
export function mailSuppressionsHtml(view: MailSuppressionsView): string {
  const { person, suppressions, done } = view;
  return framedPage({
    title: 'E-mails recusados',
    here: 'emails-recusados',
    person,
    body: html`<h1>E-mails recusados</h1>
      <p class="lead">
        Endereços que o servidor do cliente diz que não existem. Nada mais vai para eles até alguém os liberar. Corrija
        antes o e-mail no cadastro do cliente.
      </p>
      ${done}
      ${
        suppressions.length === 0
          ? html`<p class="soft">Nenhum.</p>`
          : html`<ul class="rows">
              ${suppressions.map((each) => row(each, view))}
            </ul>`
      }`,
  });
}

function row({ email, reason, createdAt }: MailSuppression, { base, mayLift }: MailSuppressionsView): Markup {
  return html`<li>
    <p>
      <b>${email}</b> ·
      <time datetime="${createdAt.toISOString()}">${momentInWords(createdAt)}</time>
    </p>
    <p class="soft">${reason}</p>
    ${
      mayLift
        ? html`<form method="post" action="${base}/emails-recusados">
            <input type="hidden" name="email" value="${email}" />
            <button class="button quiet">Voltar a enviar<span class="unseen"> a ${email}</span></button>
          </form>`
        : undefined
    }
  </li>`;
}
