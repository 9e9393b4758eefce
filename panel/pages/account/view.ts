import { roleTitles } from '../../../domain/accounts/roles.ts';
import type { PanelSession } from '../../../domain/accounts/session.entity.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SecondFactors } from '../../../operations/accounts/own-factors.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords } from '../../parts/words.ts';

/** A person's account: her companies, how she signs in, and in which browsers she is signed in. */
export function accountHtml(
  person: SignedIn,
  { sessions, factors, mustHaveFactor }: { sessions: PanelSession[]; factors: SecondFactors; mustHaveFactor: boolean },
): string {
  return framedPage({
    title: 'Minha conta',
    here: 'conta',
    person,
    body: html`<div class="head"><h1>Minha conta</h1></div>
      <p>${person.name} · ${person.email}</p>
      <section aria-labelledby="empresas">
        <h2 id="empresas">Empresas</h2>
        ${
          person.places.length === 0
            ? html`<p>Nenhuma empresa está ao seu alcance. Peça acesso a quem administra o Lavra.</p>`
            : html`<ul class="plain-list">
                ${person.places.map(
                  ({ taxId, name, role }) =>
                    html`<li>
                      <a href="/e/${taxId}/notas">${name}</a>
                      <small>${taxIdMask(taxId)} · ${roleTitles[role]}</small>
                    </li>`,
                )}
              </ul>`
        }
      </section>
      <section aria-labelledby="emails">
        <h2 id="emails">E-mails</h2>
        <ul class="plain-list">
          <li>
            <span
              ><b>Avisos por e-mail</b>
              <small>Notas que param, certificados que vencem, fechamentos prontos: de que, e quando</small></span
            >
            <a class="button quiet" href="/conta/emails">Escolher</a>
          </li>
        </ul>
      </section>
      ${factorsSection(factors, mustHaveFactor)}
      <section aria-labelledby="sessoes">
        <h2 id="sessoes">Onde você está conectado</h2>
        <ul class="plain-list">
          ${sessions.map(
            ({ id, agent, network, lastSeenAt }) =>
              html`<li>
                <span
                  ><b>${agentInWords(agent)}</b>${id === person.sessionId ? ' (este navegador)' : ''}
                  <small>Visto em ${momentInWords(lastSeenAt)}, da rede ${network}</small></span
                >
                <form method="post" action="/conta/sessoes/${id}/encerrar">
                  <button class="button quiet">Encerrar</button>
                </form>
              </li>`,
          )}
        </ul>
      </section>`,
  });
}

function factorsSection({ hasTotp, passkeys, codesLeft }: SecondFactors, mustHaveFactor: boolean): Markup {
  const isLast = mustHaveFactor && passkeys.length + (hasTotp ? 1 : 0) === 1;
  const remove = (action: string, word: string): Markup =>
    isLast
      ? html`<small>Fica: quem administra mantém um</small>`
      : html`<form method="post" action="${action}"><button class="button quiet">${word}</button></form>`;
  return html`<section aria-labelledby="segundo-fator">
    <h2 id="segundo-fator">Segundo fator</h2>
    <p class="soft">
      Além da senha, algo que só você tem${mustHaveFactor ? ', e que o Lavra pede a quem administra ou opera' : ''}:
      quem descobre a senha não entra.
    </p>
    <ul class="plain-list">
      ${passkeys.map(
        ({ id, name, createdAt, lastUsedAt }) =>
          html`<li>
            <span
              ><b>${name}</b>
              <small>
                Chave de acesso guardada em
                ${momentInWords(createdAt)}${lastUsedAt ? `, usada em ${momentInWords(lastUsedAt)}` : ''}
              </small></span
            >
            ${remove(`/conta/chaves-de-acesso/${id}/remover`, 'Remover')}
          </li>`,
      )}
      <li>
        <span
          ><b>Chave de acesso</b>
          <small
            >O dedo, o rosto ou o número do aparelho no lugar da senha; não se deixa enganar por páginas falsas</small
          ></span
        >
        <a class="button quiet" href="/conta/chave-de-acesso">${passkeys.length === 0 ? 'Criar' : 'Criar outra'}</a>
      </li>
      <li>
        <span><b>Código do celular</b> <small>${hasTotp ? 'Ligado: pedido depois da senha' : 'Desligado'}</small></span>
        ${
          hasTotp
            ? remove('/conta/codigo-do-celular/desligar', 'Desligar')
            : html`<a class="button quiet" href="/conta/codigo-do-celular">Ligar</a>`
        }
      </li>
      ${hasTotp || passkeys.length > 0 ? recoveryCodes(codesLeft) : undefined}
    </ul>
  </section>`;
}

function recoveryCodes(left: number): Markup {
  const words = left === 0 ? 'Nenhum sobra' : left === 1 ? 'Sobra um' : `Sobram ${left}`;
  return html`<li>
    <span
      ><b>Códigos de recuperação</b> <small>${words}. Cada um vale uma vez, para quem está sem o celular</small></span
    >
    <form method="post" action="/conta/codigos-de-recuperacao">
      <button class="button quiet">Fazer outros dez</button>
    </form>
  </li>`;
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `Chrome no Windows`; an unknown one is called a browser. */
function agentInWords(agent: string): string {
  const browser = browsers.find(([form]) => form.test(agent))?.[1] ?? 'Navegador';
  const system = systems.find(([form]) => form.test(agent))?.[1];
  return system ? `${browser} no ${system}` : browser;
}
