/* global document, fetch, sessionStorage, performance, Blob, URL, URLSearchParams */

/** For each kind of key the demo's key with which its field is filled in, and how such a key begins. */
const kinds = { apiKey: ['company', 'ck_…'], officeKey: ['office', 'ok_…'] };

/** Puts a form in the place of the button: it makes the page's call and shows the response. */
export function openForm(section) {
  const call = JSON.parse(section.dataset.call);
  const form = element('form');
  form.append(element('h2', { textContent: 'Experimentar' }), note(call));
  if (call.key) form.append(keyField(call));
  for (const parameter of call.parameters) form.append(field(parameter));
  if (call.examples) form.append(...bodyFields(call.examples));
  const send = element('button', { type: 'submit', textContent: 'Executar' });
  const answer = element('div', { className: 'answer' });
  answer.setAttribute('aria-live', 'polite');
  form.append(send, answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      await show(answer, ...request(call, form));
    } finally {
      send.disabled = false;
    }
  });
  section.replaceChildren(form);
  form.querySelector('input, select, textarea, button').focus();
}

function note({ method }) {
  const words =
    method === 'GET'
      ? 'A chamada é feita a este servidor, daqui mesmo.'
      : 'A chamada é feita de verdade a este servidor: com a chave de uma empresa em produção, o que ela emite tem valor.';
  return element('p', { textContent: words });
}

/** The field for the key: filled with the demo's key, or with the one that was typed last in this tab. */
function keyField({ key }) {
  const [name, begins] = kinds[key] ?? ['', ''];
  const demo = JSON.parse(document.querySelector('meta[name="demo-keys"]')?.content ?? '{}')[name];
  const input = element('input', { name: ' key', required: true, autocomplete: 'off', placeholder: begins });
  input.spellcheck = false;
  input.value = demo ?? kept(name) ?? '';
  if (!demo) input.addEventListener('change', () => keep(name, input.value));
  const row = labelled('Chave', input, true);
  if (demo) {
    row.append(
      element('small', { className: 'demo-keys', textContent: 'A chave da demonstração já está preenchida.' }),
    );
  }
  return row;
}

function field({ name, in: place, required, choices, example }) {
  const where = { path: 'no caminho', query: 'depois do ?', header: 'cabeçalho' }[place];
  const input = choices.length > 0 ? element('select') : element('input', { autocomplete: 'off' });
  if (choices.length > 0) input.append(...['', ...choices].map((choice) => element('option', { textContent: choice })));
  else input.placeholder = String(example);
  input.name = `${place} ${name}`;
  input.required = required;
  const row = labelled(name, input, required);
  row.querySelector('label').append(element('small', { textContent: ` ${where}` }));
  return row;
}

/** The field for the body, filled with an example; with several examples there is a choice. */
function bodyFields(examples) {
  const text = element('textarea', { name: ' body', rows: 14, spellcheck: false });
  const fill = (at) => (text.value = JSON.stringify(examples[at].value, null, 2));
  fill(0);
  if (examples.length === 1) return [labelled('Corpo', text, false)];
  const choice = element('select');
  choice.append(...examples.map(({ title }, at) => element('option', { value: String(at), textContent: title })));
  choice.addEventListener('change', () => fill(Number(choice.value)));
  return [labelled('Exemplo', choice, false), labelled('Corpo', text, false)];
}

let rows = 0;

function labelled(words, input, isRequired) {
  const row = element('p', { className: 'field' });
  input.id = `try-${(rows += 1)}`;
  const label = element('label', { htmlFor: input.id });
  label.append(element('code', { textContent: words }), isRequired ? ' obrigatório' : '');
  row.append(label, input);
  return row;
}

/** The request that the form describes. */
function request({ method, path, parameters }, form) {
  const value = (name) => form.elements.namedItem(name)?.value.trim() ?? '';
  const query = new URLSearchParams();
  const headers = {};
  let place = path;
  for (const { name, in: where } of parameters) {
    const said = value(`${where} ${name}`);
    if (where === 'path') place = place.replace(`{${name}}`, encodeURIComponent(said));
    else if (said !== '' && where === 'query') query.append(name, said);
    else if (said !== '') headers[name] = said;
  }
  if (value(' key') !== '') headers.Authorization = `Bearer ${value(' key')}`;
  const body = form.elements.namedItem(' body') && value(' body') !== '' ? value(' body') : undefined;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const asked = query.size === 0 ? '' : `?${query}`;
  return [place + asked, { method, headers, ...(body === undefined ? {} : { body }) }];
}

async function show(answer, address, options) {
  // Browsers refuse other characters in a header, with the same error as for a server that is away.
  if (Object.values(options.headers).some((said) => /[^\x20-\xff]/.test(said))) {
    const words = 'A chave ou um cabeçalho tem um caractere que não pode ser enviado, como “…”: copie o valor inteiro.';
    answer.replaceChildren(element('p', { textContent: words }));
    return;
  }
  const began = performance.now();
  try {
    const response = await fetch(address, options);
    const blob = await response.blob();
    const took = Math.round(performance.now() - began);
    const line = element('p', { className: 'status' });
    line.append(element('strong', { textContent: `${response.status} ${response.statusText}` }));
    line.append(` em ${took} ms, de ${options.method} ${address}`);
    answer.replaceChildren(line, await bodyOf(blob));
  } catch {
    answer.replaceChildren(
      element('p', { textContent: 'O servidor não respondeu. Veja se ele está no ar e tente outra vez.' }),
    );
  }
}

async function bodyOf(blob) {
  if (blob.size === 0) return element('p', { textContent: 'Sem corpo.' });
  if (!/json|xml|text/.test(blob.type)) {
    const link = element('a', { href: URL.createObjectURL(blob), download: '', textContent: 'Baixar o arquivo' });
    const row = element('p');
    row.append(link, ` (${blob.type}, ${Math.ceil(blob.size / 1000)} kB)`);
    return row;
  }
  const text = await blob.text();
  const pre = element('pre', { tabIndex: 0 });
  pre.append(element('code', { textContent: blob.type.includes('json') ? pretty(text) : text }));
  return pre;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function kept(name) {
  try {
    return sessionStorage.getItem(`lavra-key-${name}`);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    sessionStorage.setItem(`lavra-key-${name}`, value);
  } catch {
    // without storage the key lasts until the page is left
  }
}

function element(name, facts = {}) {
  return Object.assign(document.createElement(name), facts);
}
