/* global document, fetch, location, URLSearchParams */
import { find } from './find.js';

const kinds = {
  inicio: 'Início',
  conceito: 'Conceito',
  guia: 'Guia',
  servidor: 'Operação',
  evento: 'Evento',
  rejeicao: 'Rejeição',
  erro: 'Erro',
  lista: 'Lista',
  english: 'English',
  operacao: 'Referência',
};

/** The search in the header, by words or numbers, with mouse or keys. The index is loaded when somebody begins to search. */
export function openSearch(base) {
  const field = document.getElementById('search');
  if (!field) return;
  const list = document.createElement('div');
  list.id = 'found';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Resultados');
  list.hidden = true;
  field.form.append(list);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-controls': 'found',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
  })) {
    field.setAttribute(name, value);
  }
  let index;
  let active = 0;

  async function results(question, atMost) {
    index ??= fetch(`${base}/busca.json`).then((answer) => answer.json());
    return find(await index, question, atMost);
  }

  async function show() {
    const question = field.value;
    const found = question.trim() === '' ? [] : await results(question, 12);
    if (question !== field.value) return; // the field has changed meanwhile, and a later search answers
    active = 0;
    list.replaceChildren(...(found.length === 0 && question.trim() !== '' ? [nothing()] : found.map(item)));
    open(question.trim() !== '');
    mark();
  }

  function item({ path, title, kind }, at) {
    const link = document.createElement('a');
    link.id = `found-${at}`;
    link.setAttribute('role', 'option');
    link.href = path === '' ? base || '/' : `${base}/${path}`;
    link.tabIndex = -1;
    const mark = document.createElement('span');
    mark.textContent = kinds[kind] ?? '';
    link.append(title, mark);
    return link;
  }

  function nothing() {
    const row = document.createElement('p');
    row.setAttribute('role', 'option');
    row.setAttribute('aria-disabled', 'true');
    row.textContent = 'Nada tem estas palavras.';
    return row;
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
  }

  function mark() {
    const rows = [...list.querySelectorAll('a')];
    rows.forEach((row, at) => row.setAttribute('aria-selected', String(at === active)));
    if (rows[active]) {
      field.setAttribute('aria-activedescendant', rows[active].id);
      rows[active].scrollIntoView({ block: 'nearest' });
    } else field.removeAttribute('aria-activedescendant');
  }

  field.addEventListener('input', () => void show());
  field.addEventListener('focus', () => field.value !== '' && void show());
  field.addEventListener('keydown', (event) => {
    const rows = list.querySelectorAll('a');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      active = (active + step + rows.length) % rows.length;
      mark();
    }
    if (event.key === 'Escape') open(false);
  });
  field.form.addEventListener('submit', (event) => {
    const link = list.hidden ? null : list.querySelectorAll('a')[active];
    if (!link) return;
    event.preventDefault();
    open(false);
    location.assign(link.href);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) open(false);
  });
  void fillPage();

  /** Fills the page of results where the site is a folder of files, because no server answered the query in the address. */
  async function fillPage() {
    const place = document.getElementById('resultados');
    const question = new URLSearchParams(location.search).get('q') ?? '';
    if (!place || question === '') return;
    field.value = question;
    if (place.querySelector('.results')) return;
    const found = await results(question, 20);
    const all = document.createElement('ol');
    all.className = 'results';
    all.append(
      ...found.map(({ path, title }) => {
        const row = document.createElement('li');
        const link = document.createElement('a');
        link.href = `${base}/${path}`;
        link.textContent = title;
        row.append(link);
        return row;
      }),
    );
    place.replaceChildren(
      found.length > 0 ? all : Object.assign(document.createElement('p'), { textContent: 'Nada tem estas palavras.' }),
    );
  }
}
