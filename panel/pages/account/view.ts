import { roleTitles } from '../../../domain/accounts/roles.ts';
import type { PanelSession } from '../../../domain/accounts/session.entity.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords } from '../../parts/words.ts';

/** What a person has of the panel: companies, and the browsers in which she is signed in. */
export function accountHtml(person: SignedIn, sessions: PanelSession[]): string {
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

/** `Chrome no Windows`; what is unknown is called a browser. */
function agentInWords(agent: string): string {
  const browser = browsers.find(([form]) => form.test(agent))?.[1] ?? 'Navegador';
  const system = systems.find(([form]) => form.test(agent))?.[1];
  return system ? `${browser} no ${system}` : browser;
}
