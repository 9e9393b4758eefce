/* global document, fetch, location */

/** The search of the header: calls, events and sections of the guides whose words begin with all that was typed. */
{
  const field = document.getElementById('search');
  const list = document.getElementById('found');
  const atMost = 20;
  let index;

  const words = (text) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);

  const entry = (kind, title, text, href) => ({ kind, title, href, words: words(`${title} ${text}`) });

  async function read() {
    const [description, guides] = await Promise.all(
      ['/openapi.json', '/docs/guides.json'].map((path) => fetch(path).then((answer) => answer.json())),
    );
    const calls = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { operationId }]) => operationId)
        .map(([method, { operationId, summary, tags: [tag] = [] }]) =>
          entry(
            method.toUpperCase(),
            `${summary} · ${path}`,
            `${operationId} ${tag}`,
            `/docs#/${encodeURIComponent(tag)}/${operationId}`,
          ),
        ),
    );
    const events = Object.entries(description.webhooks ?? {}).map(([name, { post }]) =>
      entry('event', name, post.summary, `/docs#event-${name}`),
    );
    const sections = guides.flatMap(({ name, title, sections: below }) => [
      entry('guide', title, name, `/docs/guides/${name}`),
      ...below.map((each) => entry('guide', `${title}: ${each.title}`, '', `/docs/guides/${name}#${each.id}`)),
    ]);
    return [...calls, ...events, ...sections];
  }

  async function show() {
    const typed = words(field.value);
    index ??= read();
    const all = await index;
    const isMeant = (each) => typed.every((start) => each.words.some((word) => word.startsWith(start)));
    const found = typed.length === 0 ? [] : all.filter(isMeant).slice(0, atMost);
    list.replaceChildren(...(typed.length > 0 && found.length === 0 ? [nothing()] : found.map(item)));
    list.hidden = typed.length === 0;
  }

  function item({ kind, title, href }) {
    const row = document.createElement('li');
    const link = document.createElement('a');
    const mark = document.createElement('span');
    mark.textContent = kind;
    link.href = href;
    link.append(mark, title);
    row.append(link);
    return row;
  }

  function nothing() {
    const row = document.createElement('li');
    row.textContent = 'Nothing has these words.';
    return row;
  }

  field.addEventListener('input', () => void show());
  field.addEventListener('focus', () => void show());
  list.addEventListener('click', () => {
    list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape') list.hidden = true;
    if (event.key === 'Enter' && document.activeElement === field) {
      const first = list.querySelector('a');
      if (first) {
        list.hidden = true;
        location.assign(first.href);
      }
    }
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) list.hidden = true;
  });
}
