import { css, html, type Markup } from '../html/markup.ts';

/** The words of a page; an alert has the colours of one. `about` stands above the heading; when absent, it says that this is an invitation. */
export type PageParts = { title: string; heading: string; body: Markup; isAlert?: boolean; about?: string };

/** A whole page. It loads nothing and runs nothing. */
export function invitationPage({
  title,
  heading,
  body,
  isAlert = false,
  about = 'Convite de um escritório de contabilidade',
}: PageParts): string {
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

/** Styles of the pages: one column that fits a telephone, in the colours of day or night that the reader's device uses. */
export const stylesheet = css`
  :root {
    color-scheme: light dark;
    --ground: #eef2f1;
    --sheet: #ffffff;
    --ink: #1a2624;
    --faint: #4d5f5b;
    --line: #d3dcda;
    --tint: #f4f8f7;
    --accent: #0b6653;
    --accent-strong: #084c3e;
    --on-accent: #ffffff;
    --alert: #8f2d1f;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0f1615;
      --sheet: #18211f;
      --ink: #e8efed;
      --faint: #a9bab6;
      --line: #33413e;
      --tint: #1f2a28;
      --accent: #6fd3b8;
      --accent-strong: #93e4cd;
      --on-accent: #06231c;
      --alert: #ff9f8c;
    }
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    padding: clamp(1rem, 5vw, 3.5rem) 1rem;
    background: var(--ground);
    color: var(--ink);
    font:
      1rem/1.55 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      Arial,
      sans-serif;
    overflow-wrap: anywhere;
  }
  main {
    max-width: 38rem;
    margin: 0 auto;
    padding: clamp(1.25rem, 5vw, 2.75rem);
    background: var(--sheet);
    border: 1px solid var(--line);
    border-top: 4px solid var(--accent);
    border-radius: 0.75rem;
    box-shadow:
      0 1px 2px rgb(0 0 0 / 6%),
      0 12px 32px rgb(0 0 0 / 6%);
  }
  main.alert {
    border-top-color: var(--alert);
  }
  .about {
    margin: 0 0 0.25rem;
    color: var(--faint);
    font-size: 0.9375rem;
  }
  h1 {
    margin: 0 0 1rem;
    font-size: clamp(1.375rem, 5vw, 1.75rem);
    line-height: 1.25;
    text-wrap: balance;
  }
  h2 {
    margin: 1.75rem 0 0.5rem;
    font-size: 1.0625rem;
    line-height: 1.35;
  }
  p,
  ul {
    margin: 0.5rem 0;
  }
  ul {
    padding-left: 1.25rem;
  }
  li {
    margin: 0.25rem 0;
  }
  li::marker {
    color: var(--accent);
  }
  .parties {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    margin: 1.25rem 0 0;
  }
  .party {
    padding: 0.875rem 1rem;
    background: var(--tint);
    border: 1px solid var(--line);
    border-radius: 0.5rem;
  }
  @media (min-width: 34rem) {
    .parties {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  dt {
    color: var(--faint);
    font-size: 0.875rem;
  }
  dd {
    margin: 0;
  }
  dd strong {
    display: block;
    font-size: 1.0625rem;
    line-height: 1.35;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  form {
    margin-top: 1.75rem;
    padding-top: 1.5rem;
    border-top: 1px solid var(--line);
  }
  .choice {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 0.75rem;
    align-items: start;
    padding: 0.875rem 1rem;
    border: 1px solid var(--line);
    border-radius: 0.5rem;
  }
  .choice input {
    width: 1.25rem;
    height: 1.25rem;
    margin: 0.15rem 0 0;
    accent-color: var(--accent);
  }
  .choice label {
    font-weight: 600;
  }
  .choice p {
    grid-column: 2;
    margin: 0.125rem 0 0;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin: 1.25rem 0;
  }
  button {
    flex: 1 1 9rem;
    min-height: 3rem;
    padding: 0.625rem 1.25rem;
    border: 2px solid var(--accent);
    border-radius: 0.5rem;
    background: transparent;
    color: var(--accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button:hover {
    background: var(--tint);
  }
  button.accept {
    background: var(--accent);
    color: var(--on-accent);
  }
  button.accept:hover {
    border-color: var(--accent-strong);
    background: var(--accent-strong);
  }
  button.none {
    position: absolute;
    width: 1px;
    height: 1px;
    min-height: 0;
    padding: 0;
    border: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 3px;
    border-radius: 0.25rem;
  }
  .small {
    color: var(--faint);
    font-size: 0.9375rem;
  }
  code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9em;
  }
  footer {
    max-width: 38rem;
    margin: 1rem auto 0;
    color: var(--faint);
    font-size: 0.875rem;
    text-align: center;
  }
`;

// The browser gets the hash of the stylesheet, so that nothing else may stand in the element.
// oxfmt-ignore
const style = html`<style>${stylesheet}</style>`;
