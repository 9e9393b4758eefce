import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { TotpOffer } from '../../../operations/accounts/one-time-codes.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { encodeQR } from 'qr';

/** The choice for a person who owes a second factor; no page of a company opens before. */
export function owedFactorHtml(person: SignedIn, back: string): string {
  const goingOn = `?para=${encodeURIComponent(back)}`;
  return framedPage({
    title: 'Proteja a sua conta',
    here: 'conta',
    person,
    body: html`<div class="head"><h1>Proteja a sua conta</h1></div>
      <p>
        Quem administra uma empresa ou um escritório, ou opera o Lavra, alcança certificados, chaves e outras pessoas.
        Por isso o Lavra pede algo além da senha, que só você tem. Leva um minuto, e depois você segue para onde ia.
      </p>
      <ul class="plain-list">
        <li>
          <span
            ><b>Chave de acesso</b>
            <small
              >O dedo, o rosto ou o número deste aparelho; nada a digitar, e páginas falsas não a enganam</small
            ></span
          >
          <a class="button" href="/conta/chave-de-acesso${goingOn}">Criar a chave de acesso</a>
        </li>
        <li>
          <span><b>Código do celular</b> <small>Seis dígitos que um aplicativo mostra, depois da senha</small></span>
          <a class="button quiet" href="/conta/codigo-do-celular${goingOn}">Ligar o código</a>
        </li>
      </ul>
      <p class="soft">As outras páginas abrem assim que um dos dois estiver pronto. A sua conta continua aberta.</p>`,
  });
}

/** What an authenticator app needs to show codes, and the form that turns them on. */
export function totpHtml(
  person: SignedIn,
  { offer, back, fault }: { offer: TotpOffer; back: string; fault?: string },
): string {
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
            <input type="hidden" name="para" value="${back}" />
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

/** The ten recovery codes, which can be shown only once, and the way on. */
export function recoveryCodesHtml(person: SignedIn, codes: string[], back: string): string {
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
      <p><a class="button" href="${back}">Já guardei</a></p>`,
  });
}

/** The light modules around the code that cameras need to find it. */
const border = 4;

/** A text as a QR code: dark on light in both colour schemes. */
function qrCode(text: string, title: string): Markup {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="${title}">
    <rect width="100%" height="100%" />
    <path d="${path}" />
  </svg>`;
}
