import { html, type Markup } from '../html/markup.ts';
import { stylesheet } from './stylesheet.ts';

/** What a page says: `about` is the line above its heading; an alert is coloured as one. */
export type PageParts = { title: string; about?: string; heading: string; body: Markup; isAlert?: boolean };

// A browser is told the stylesheet's hash, so nothing else may stand in the element.
// prettier-ignore
const style = html`<style>${stylesheet}</style>`;

/** A whole page. It loads nothing and runs nothing. */
export function invitationPage({ title, about = 'Convite', heading, body, isAlert = false }: PageParts): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Lavra</title>
        ${style}
      </head>
      <body>
        <main class="${isAlert ? 'alert' : 'calm'}">
          <p class="about">${about}</p>
          <h1>${heading}</h1>
          ${body}
        </main>
        <footer>Lavra, documentos fiscais eletrônicos</footer>
      </body>
    </html>`.text;
}
