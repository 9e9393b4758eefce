import { html, type Markup } from './markup.ts';

/** A page that loads nothing and runs nothing, whatever a note says. */
export function htmlPage(title: string, stylesheet: Markup, body: Markup | readonly Markup[]): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        />
        <title>${title}</title>
        <style>
          ${stylesheet}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}
