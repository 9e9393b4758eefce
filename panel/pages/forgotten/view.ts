import { resetMinutes } from '../../../domain/accounts/invitation.entity.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';

type ForgottenForm = { sendsMail: boolean; email?: string; fault?: string };

/** The form for a forgotten password; where the panel sends no mails, whom to ask instead. */
export function forgottenHtml({ sendsMail, email = '', fault }: ForgottenForm): string {
  const form = html`<p>Diga o seu e-mail. Se houver uma conta com ele, mandamos um link para escolher outra senha.</p>
    ${alert(fault)}
    <form class="stack" method="post" action="/senha">
      <label class="field"
        ><span>E-mail</span>
        <input type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"
      /></label>
      <button class="button">Mandar o link</button>
    </form>`;
  const nobody = html`<p>
    Esta instalação não envia e-mails. Peça um link novo a quem administra o Lavra na sua empresa.
  </p>`;
  return plainPage(
    'Esqueci a senha',
    html`<h1>Esqueci a senha</h1>
      ${sendsMail ? form : nobody}
      <p><a class="quiet-link" href="/entrar">Voltar</a></p>`,
  );
}

/** The page after a password was reported as forgotten: the same for every address, so that it does not tell who has an account. */
export function resetSentHtml(email: string): string {
  return plainPage(
    'Veja o seu e-mail',
    html`<h1>Veja o seu e-mail</h1>
      <p>
        Se há uma conta com <b>${email}</b>, um link chega em instantes. Ele vale uma vez, por ${resetMinutes} minutos.
        Nada chegou? Olhe entre as mensagens indesejadas, ou confira o endereço.
      </p>
      <p><a class="button quiet" href="/entrar">Voltar</a></p>`,
  );
}
