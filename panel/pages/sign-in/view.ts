import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts';
import { newPasswordField, passwordField } from '../../parts/password-fields.ts';
import type { SignInWays } from './ways.ts';

type SignInForm = SignInWays & { back: string; email?: string; fault?: string };

/** The ways to sign in: a password, a passkey, the organization's own sign-in. */
export function signInHtml({ back, email = '', fault, hasPasswords, provider }: SignInForm): string {
  return plainPage(
    'Entrar',
    html`<h1>Entrar</h1>
      ${alert(fault)} ${provider === null ? undefined : providerLink(provider, back)}
      ${
        hasPasswords
          ? html`<form class="stack" method="post" action="/entrar">
              <input type="hidden" name="para" value="${back}" />
              <label class="field"
                ><span>E-mail</span>
                <input type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"
              /></label>
              ${passwordField}
              <button class="button">Entrar</button>
            </form>`
          : undefined
      }
      ${passkeyForm({ action: '/entrar/chave', kind: 'get', button: 'Entrar com chave de acesso', back })}
      ${hasPasswords ? html`<p><a class="quiet-link" href="/senha">Esqueci a senha</a></p>` : undefined}`,
    passkeyScripts,
  );
}

/** A link instead of a form: it leads to another site, to which forms of the panel may not be sent. */
export function providerLink(name: string, back: string): Markup {
  return html`<p>
    <a class="button" href="/entrar/organizacao?para=${encodeURIComponent(back)}">Entrar com ${name}</a>
  </p>`;
}

/** The page after signing out, for a person who came in by her organization: it leads on to that sign-out. */
export function leftHtml(name: string, address: string | null): string {
  return plainPage(
    'Você saiu',
    html`<h1>Você saiu do Lavra</h1>
      <p>${name} pode ainda lembrar de você neste navegador.</p>
      ${address === null ? undefined : html`<p><a class="button" href="${address}">Sair também de ${name}</a></p>`}
      <p><a class="quiet-link" href="/entrar">Entrar de novo</a></p>`,
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

/** A link that no longer opens anything. */
export function endedLinkHtml(): string {
  return plainPage(
    'Link encerrado',
    html`<h1>Este link já não vale</h1>
      <p>Ele foi usado, venceu, ou outro mais novo tomou o seu lugar. Peça outro a quem administra o Lavra.</p>
      <p><a class="button quiet" href="/entrar">Entrar com a senha</a></p>`,
  );
}
