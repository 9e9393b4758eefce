import { html, type Markup } from './markup.ts';

/** A page whose `<title>` and body are all that differs between documents of one template. Who prints it lets it load and run nothing. */
export function htmlPage(title: string, stylesheet: Markup, body: Markup | readonly Markup[]): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
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
