import type { PortalTheme } from '../../domain/access/portal-link.entity.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';
import { scriptPaths, stylesheetPath } from '../assets.ts';
import { menuEntry, type MenuPath, menuOf } from './menu.ts';
import { type FramePlace, type ListedPlace, placeHere, placesOf } from './places.ts';

type Dressed = { scripts?: readonly string[] | undefined; theme?: PortalTheme | undefined };

function document(title: string, body: Markup, { scripts = [], theme = 'SYSTEM' }: Dressed): string {
  const loaded = scripts.map(scriptPaths);
  const imported = new Set(loaded.flatMap(({ imports }) => imports));
  return html`<!doctype html>
    <html lang="pt-BR" ${theme === 'SYSTEM' ? undefined : html`data-theme="${theme.toLowerCase()}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Lavra</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        ${loaded.map(({ path }) => html`<script type="module" src="${path}"></script>`)}
        ${[...imported].map((path) => html`<link rel="modulepreload" href="${path}" />`)}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#conteudo">Ir para o conteúdo</a>
        ${body}
      </body>
    </html>`.text;
}

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 3v15.5A2.5 2.5 0 0 0 6.5 21H20" />
  <path d="M9 3v10.5a2.5 2.5 0 0 0 2.5 2.5H20" />
  <path d="M14 3v5.5a2.5 2.5 0 0 0 2.5 2.5H20" />
</svg>`;

/** A page with one thing to read or to fill in, for people who are not signed in, or when nothing else can be done. */
export function plainPage(title: string, body: Markup, scripts?: readonly string[], theme?: PortalTheme): string {
  return document(
    title,
    html`<main id="conteudo" class="plain" tabindex="-1">
      <p class="brand">${mark}Lavra</p>
      ${body}
    </main>`,
    { scripts, theme },
  );
}

export type FramedPage = {
  title: string;
  /** The menu entry of the page; null for none. */
  here: MenuPath | null;
  person: SignedIn;
  body: Markup;
  /** Modules of `panel/browser` that the page loads, by name. It works without them, too. */
  scripts?: readonly string[];
  /** The address of the stream that tells when the page has changed. */
  live?: string;
};

/** A page with the menu of its company, its office or the installation; without any of them, with the person's own. */
export function framedPage({ title, here, person, body, scripts = [], live }: FramedPage): string {
  const places = placesOf(person);
  const place = placeHere(person);
  const isOfCompany = place?.kind === 'COMPANY';
  return document(
    place ? `${title} · ${place.name}` : title,
    html`<header class="rail">
        <a class="brand" href="${place?.home ?? '/'}" aria-label="Lavra, início">${mark}Lavra</a>
        ${place || places.length > 0 ? placeChoice(place, places) : undefined}
        ${isOfCompany ? html`<a class="go-to" href="${place.base}/ir" data-go>Ir para… <kbd>Ctrl K</kbd></a>` : undefined}
        <details class="menu">
          <summary>Menu</summary>
          <nav aria-label="Principal">
            <ul>
              ${place ? menuOf(place, here) : undefined}
              ${person.portal ? undefined : menuEntry('/conta', 'Minha conta', here === 'conta')}
            </ul>
          </nav>
        </details>
        <form class="who" method="post" action="/sair">
          <span>${person.name}</span>${wayBack(person)}<button class="link">Sair</button>
        </form>
      </header>
      <main id="conteudo" tabindex="-1" ${live === undefined ? undefined : html`data-live="${live}"`}>${body}</main>`,
    { scripts: [...(isOfCompany ? ['keys'] : []), ...scripts], theme: person.portal?.theme },
  );
}

/** For a portal visitor, a link back to the system that she came from, outside the frame that shows this page. */
function wayBack({ portal }: SignedIn): Markup | undefined {
  return portal?.returnTo ? html`<a class="quiet-link" href="${portal.returnTo}" target="_top">Voltar</a>` : undefined;
}

/** The place of the page, and the other places that the person signs in to. */
function placeChoice(here: FramePlace | null, places: ListedPlace[]): Markup {
  const others = places.filter(({ home }) => home !== here?.home);
  const title = here
    ? html`<b>${here.name}</b><small>${here.mark}</small>`
    : html`<b>Suas empresas</b><small>escolha uma</small>`;
  const visit = here?.visit === undefined ? undefined : html`<p class="visit">${here.visit}</p>`;
  if (others.length === 0)
    return html`<p class="company">${title}</p>
      ${visit}`;
  return html`<details class="company">
      <summary>${title}</summary>
      <ul>
        ${others.map(
          ({ home, name, mark: told }) =>
            html`<li>
              <a href="${home}">${name}<small>${told}</small></a>
            </li>`,
        )}
      </ul>
    </details>
    ${visit}`;
}
