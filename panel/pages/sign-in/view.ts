import { html } from '../../../domain/pages/html/markup.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts';
import { newPasswordField, passwordField } from '../../parts/password-fields.ts';

/** The form of who has a password. */
export function signInHtml({ back, email = '', fault }: { back: string; email?: string; fault?: string }): string {
  return plainPage(
    'Entrar',
    html`<h1>Entrar</h1>
      ${alert(fault)}
      <form class="stack" method="post" action="/entrar">
        <input type="hidden" name="para" value="${back}" />
        <label class="field"
          ><span>E-mail</span>
          <input type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"
        /></label>
        ${passwordField}
        <button class="button">Entrar</button>
      </form>
      ${passkeyForm({ action: '/entrar/chave', kind: 'get', button: 'Entrar com chave de acesso', back })}
      <p><a class="quiet-link" href="/senha">Esqueci a senha</a></p>`,
    passkeyScripts,
  );
}

/** The form by which a person chooses a password. */
export function passwordHtml({ name, email, fault }: { name: string; email: string; fault?: string }): string {
  return plainPage(
    'Escolher a senha',
    html`<h1>Bem-vindo, ${name}</h1>
      <p>Escolha a senha com que você vai entrar no painel.</p>
      ${alert(fault)}
      <form class="stack" method="post">
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        <p class="field"><span>E-mail</span> <b>${email}</b></p>
        ${newPasswordField}
        <button class="button">Guardar e entrar</button>
      </form>`,
  );
}

/** A link that opens nothing any more. */
export function endedLinkHtml(): string {
  return plainPage(
    'Link encerrado',
    html`<h1>Este link já não vale</h1>
      <p>Ele foi usado, venceu, ou outro mais novo tomou o seu lugar. Peça outro a quem administra o Lavra.</p>
      <p><a class="button quiet" href="/entrar">Entrar com a senha</a></p>`,
  );
}
