import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { HalfSignedIn } from '../../../operations/accounts/second-factor.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';
import { passkeyForm, passkeyScripts } from '../../parts/passkey-form.ts';

type SecondFactorForm = Pick<HalfSignedIn, 'email' | 'hasTotp' | 'hasPasskey'> & { back: string; fault?: string };

/** The forms of the second factor, after the right password. */
export function secondFactorHtml(asked: SecondFactorForm): string {
  const { email, hasPasskey, back, fault } = asked;
  return plainPage(
    'Segundo passo',
    html`<h1>Falta um passo</h1>
      <p>A senha de <b>${email}</b> confere. ${wayOf(asked)}</p>
      ${alert(fault)}
      ${
        hasPasskey
          ? passkeyForm({ action: '/segundo-fator/chave', kind: 'get', button: 'Usar a chave de acesso', back })
          : undefined
      }
      ${codeForm(asked)}
      <p><a class="quiet-link" href="/entrar">Entrar com outra conta</a></p>`,
    passkeyScripts,
  );
}

function wayOf({ hasTotp, hasPasskey }: SecondFactorForm): string {
  if (!hasTotp) return 'Use a sua chave de acesso, ou digite um código de recuperação.';
  const codes = 'Abra o aplicativo de códigos no celular e digite o que ele mostra';
  return hasPasskey ? `${codes}, ou use a sua chave de acesso.` : `${codes}.`;
}

function codeForm({ hasTotp, back }: SecondFactorForm): Markup {
  return html`<form class="stack" method="post" action="/segundo-fator">
      <input type="hidden" name="para" value="${back}" />
      <label class="field"
        ><span>${hasTotp ? 'Código' : 'Código de recuperação'}</span>
        <input
          name="codigo"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="30"
          aria-describedby="sem-celular"
      /></label>
      <button class="button">Entrar</button>
    </form>
    <p id="sem-celular" class="soft">
      Sem o aparelho? Digite um dos seus códigos de recuperação. Sem nenhum, peça um link novo a quem administra o
      Lavra.
    </p>`;
}
