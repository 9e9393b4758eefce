import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { TotpOffer } from '../../../operations/accounts/one-time-codes.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { qrCode } from '../../parts/qr-code.ts';

/** What a telephone needs for showing codes, and the form by which they are turned on. */
export function totpHtml(person: SignedIn, { offer, fault }: { offer: TotpOffer; fault?: string }): string {
  return framedPage({
    title: 'Código do celular',
    here: 'conta',
    person,
    body: html`<div class="head"><h1>Ligar o código do celular</h1></div>
      <ol class="numbered">
        <li>
          <p>
            Abra um aplicativo de códigos no celular (Google Authenticator, Microsoft Authenticator, o gerenciador de
            senhas) e aponte a câmera para a imagem.
          </p>
          ${qrCode(offer.address, 'Imagem com o segredo para o aplicativo de códigos')}
          <p>Sem câmera? Digite este segredo no aplicativo:</p>
          <p><code class="secret">${inFours(offer.secret)}</code></p>
        </li>
        <li>
          <p>Digite o código que ele mostra. Só depois disso o código passa a ser pedido.</p>
          ${alert(fault)}
          <form class="stack narrow" method="post" action="/conta/codigo-do-celular">
            <input type="hidden" name="oferta" value="${offer.sealed}" />
            <label class="field"
              ><span>Código de seis dígitos</span>
              <input
                name="codigo"
                inputmode="numeric"
                autocomplete="one-time-code"
                pattern="[0-9 ]{6,8}"
                required
                maxlength="8"
            /></label>
            <button class="button">Ligar</button>
          </form>
        </li>
      </ol>
      <p class="soft">Ao ligar, os seus outros navegadores saem da conta e entram de novo já com o código.</p>
      <p><a class="quiet-link" href="/conta">Voltar à minha conta</a></p>`,
  });
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Ten codes, the one time that they can be shown. */
export function recoveryCodesHtml(person: SignedIn, codes: string[]): string {
  return framedPage({
    title: 'Códigos de recuperação',
    here: 'conta',
    person,
    body: html`<div class="head"><h1>Guarde estes códigos agora</h1></div>
      <p>
        Eles não serão mostrados de novo. Cada um vale uma vez, no lugar do segundo fator, para quando você estiver sem
        o celular. Imprima-os ou guarde-os no gerenciador de senhas, nunca junto da senha num papel.
      </p>
      <ul class="codes">
        ${codes.map((code): Markup => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button" href="/conta">Já guardei</a></p>`,
  });
}
