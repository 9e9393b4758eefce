import { html } from '../../../domain/pages/html/markup.ts';
import type { HalfSignedIn } from '../../../operations/accounts/second-factor.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';

/** The form of who typed the right password, and has a second factor. */
export function secondFactorHtml({ email, back, fault }: HalfSignedIn & { back: string; fault?: string }): string {
  return plainPage(
    'Segundo passo',
    html`<h1>Falta um passo</h1>
      <p>A senha de <b>${email}</b> confere. Abra o aplicativo de códigos no celular e digite o que ele mostra.</p>
      ${alert(fault)}
      <form class="stack" method="post" action="/segundo-fator">
        <input type="hidden" name="para" value="${back}" />
        <label class="field"
          ><span>Código</span>
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
        Sem o celular? Digite um dos seus códigos de recuperação. Sem nenhum, peça um link novo a quem administra o
        Lavra.
      </p>
      <p><a class="quiet-link" href="/entrar">Entrar com outra conta</a></p>`,
  );
}
