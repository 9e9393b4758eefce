import './go-to.ts';
import './menu.ts';

/** The link in each row of a list. */
const rowLinks = ':is(.ledger, .board) .open, .records td:first-child a';

/** A key, the words that explain it, and the element that a page needs for it. */
const keys: [name: string, words: string, of?: string][] = [
  ['Ctrl K, ⌘ K', 'Ir para página, nota, cliente, pedido ou empresa', 'a[data-go]'],
  ['/', 'Buscar', 'form.find [type=search]'],
  ['j', 'Próxima da lista', rowLinks],
  ['k', 'Anterior da lista', rowLinks],
  ['Enter', 'Abrir', rowLinks],
  ['x', 'Escolher', ':is(.ledger, .received, .board) [type=checkbox]'],
  ['?', 'Mostrar estas teclas'],
];

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(rowLinks)];
}

/** The element that is one row of a list. */
const line = 'tr, .firm';

function step(by: 1 | -1): void {
  const all = rows();
  const row = document.activeElement?.closest(line);
  const at = all.findIndex((link) => link.closest(line) === row);
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}

function search(): void {
  const box = document.querySelector<HTMLInputElement>('form.find [type=search]');
  box?.focus();
  box?.select();
}

function choose(): void {
  document.activeElement?.closest(line)?.querySelector<HTMLInputElement>('[type=checkbox]')?.click();
}

const acts: Record<string, () => void> = { '/': search, j: () => step(1), k: () => step(-1), x: choose, '?': show };

function show(): void {
  if (document.querySelector('dialog[open]')) return;
  const dialog = made();
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

function made(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys';
  dialog.setAttribute('aria-labelledby', 'teclas');
  const list = element('dl');
  for (const [name, words, of] of keys)
    if (of === undefined || document.querySelector(of))
      list.append(element('dt', element('kbd', name)), element('dd', words));
  const title = element('h2', 'Teclas');
  title.id = 'teclas';
  const form = element('form', element('button', 'Fechar'));
  form.setAttribute('method', 'dialog');
  form.firstElementChild?.setAttribute('class', 'button quiet');
  dialog.append(title, list, form);
  document.body.append(dialog);
  return dialog;
}

function element(name: string, ...inside: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}

document.addEventListener('keydown', (event) => {
  const act = acts[event.key];
  const { target } = event;
  if (!act || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  const isTyping = target.closest('input:not([type=checkbox]), select, textarea, dialog, [contenteditable]');
  if (isTyping) return;
  event.preventDefault();
  act();
});
