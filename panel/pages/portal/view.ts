import { html } from '../../../domain/pages/html/markup.ts';
import type { UnusedPortalLink } from '../../../operations/accounts/portal-sessions.ts';
import { plainPage } from '../../parts/frame.ts';

/** The page of a portal link, with the button that spends it. */
export function portalHtml({ companyName, personName, theme, frameOrigin }: UnusedPortalLink): string {
  return plainPage(
    'Abrir o painel',
    html`<h1>${companyName}</h1>
      <p>Olá, ${personName}. O seu sistema abre aqui as notas fiscais da empresa.</p>
      <form class="stack" method="post" ${frameOrigin === null ? undefined : html`data-enter`}>
        <button class="button">Abrir o painel</button>
      </form>
      <p class="soft">Este endereço vale uma vez, por dois minutos.</p>`,
    frameOrigin === null ? [] : ['enter'],
    theme,
  );
}

/** The page after somebody has left the portal. */
export function leftPortalHtml({ returnTo, theme }: Pick<UnusedPortalLink, 'returnTo' | 'theme'>): string {
  return plainPage(
    'Visita encerrada',
    html`<h1>Você saiu do painel</h1>
      <p>Para voltar, abra-o de novo no seu sistema.</p>
      ${returnTo === null ? undefined : html`<p><a class="button" href="${returnTo}" target="_top">Voltar ao seu sistema</a></p>`}`,
    [],
    theme,
  );
}
