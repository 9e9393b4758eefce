import { escaped } from './escaped.ts';
import type { Guide } from './guides.ts';

/** Keys that the reference is filled in with, where local mode serves it to its own machine; none otherwise. */
export type DemoKeys = { company?: string | undefined; office?: string | undefined };

/** The reference, which `browser/start.js` draws; with keys, filled in with them. */
export function referencePage(guides: Guide[], keys: DemoKeys | undefined): string {
  const filled = keys ? `\n    <meta name="demo-keys" content="${escaped(JSON.stringify(keys))}">` : '';
  return page({
    title: 'Lavra: API reference',
    head: `${filled}
    <link rel="stylesheet" href="/docs/swagger-ui.css">`,
    body: `${header(guides)}
    <main id="reference"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/events.js"></script>
    <script src="/docs/search.js"></script>
    <script src="/docs/start.js"></script>`,
  });
}

export function guidePage({ title, html, name }: Guide, guides: Guide[]): string {
  return page({
    title: `Lavra: ${title}`,
    head: '',
    body: `${header(guides, name)}
    <main class="guide">${html}</main>
    <script src="/docs/search.js"></script>`,
  });
}

function header(guides: Guide[], current?: string): string {
  const links = guides.map(({ name, title }) => {
    const here = name === current ? ' aria-current="page"' : '';
    return `<a href="/docs/guides/${name}"${here}>${escaped(title)}</a>`;
  });
  const here = current === undefined ? ' aria-current="page"' : '';
  return `<header>
      <a class="brand" href="/docs"${here}>Lavra API</a>
      <div class="search">
        <input id="search" type="search" placeholder="Search calls, events and guides" aria-label="Search" autocomplete="off">
        <ul id="found" hidden></ul>
      </div>
      <nav aria-label="Guides">${links.join(' ')}</nav>
    </header>`;
}

function page({ title, head, body }: { title: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="/docs/favicon-32x32.png">${head}
    <link rel="stylesheet" href="/docs/docs.css">
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
