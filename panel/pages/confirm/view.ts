import { html } from '../../../domain/pages/html/markup.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts';
import { passwordField } from '../../parts/password-fields.ts';

/** The form with which a signed-in person proves anew who she is. */
export function confirmHtml({
  email,
  back,
  hasPasskey,
  provider,
  fault,
}: {
  email: string;
  back: string;
  hasPasskey: boolean;
  /** The name of the organization, for a person who signed in by it. */
  provider: string | null;
  fault: string | undefined;
}): string {
  return plainPage(
    'Confirme que é você',
    html`<h1>Confirme que é você</h1>
      <p>O que vem agora é sério o bastante para perguntarmos de novo. Por dez minutos não perguntamos mais.</p>
      ${alert(fault)}
      ${
        provider === null
          ? undefined
          : html`<p>
              <a class="button" href="/confirmar/organizacao?para=${encodeURIComponent(back)}"
                >Confirmar com ${provider}</a
              >
            </p>`
      }
      <form class="stack" method="post" action="/confirmar">
        <input type="hidden" name="para" value="${back}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        <p class="field"><span>E-mail</span> <b>${email}</b></p>
        ${passwordField}
        <button class="button">Confirmar</button>
      </form>
      ${
        hasPasskey
          ? passkeyForm({ action: '/confirmar/chave', kind: 'get', button: 'Confirmar com a chave de acesso', back })
          : undefined
      }
      <p><a class="quiet-link" href="/">Desistir e ir para o início</a></p>`,
    passkeyScripts,
  );
}
