import { html } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts';

/** The page where a person names a passkey and has her device create it. */
export function passkeyHtml(
  person: SignedIn,
  { back, name = '', fault }: { back: string; name?: string; fault?: string },
): string {
  return framedPage({
    title: 'Chave de acesso',
    here: 'conta',
    person,
    scripts: passkeyScripts,
    body: html`<div class="head"><h1>Criar uma chave de acesso</h1></div>
      <p>
        O aparelho guarda a chave, e pede o seu dedo, o rosto ou o número para usá-la. Depois disso você entra com ela;
        e quem sabe só a senha não entra mais.
      </p>
      ${alert(fault)}
      <p class="notice" data-without-passkeys>
        Este navegador não cria chaves de acesso, ou não executa o programa desta página. O código do celular serve do
        mesmo jeito.
      </p>
      <div class="narrow">
        ${passkeyForm({
          action: '/conta/chave-de-acesso',
          kind: 'create',
          button: 'Criar a chave…',
          back,
          fields: html`<label class="field"
            ><span>Nome, para reconhecê-la depois</span>
            <input name="nome" value="${name}" required maxlength="80" placeholder="Notebook do escritório"
          /></label>`,
        })}
      </div>
      <p class="soft">Ao criar, os seus outros navegadores saem da conta.</p>
      <p><a class="quiet-link" href="/conta">Voltar à minha conta</a></p>`,
  });
}
