import { pageOf } from './page-of.ts';

/** Milliseconds without a key pressed, after which the search is sent. */
const settledMs = 150;

let timer: number | undefined;
let asking = new AbortController();

function way(): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>('a[data-go]');
}

/** Shows the page "Ir para" in a dialog over this one; goes to that page when this fails. */
export async function goTo(): Promise<void> {
  const link = way();
  if (!link || document.querySelector('dialog[open]')) return;
  const part = await pageOf(link.href)
    .then((page) => page?.querySelector('.go'))
    .catch(() => null);
  if (!part) return location.assign(link.href);
  if (document.querySelector('dialog[open]')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'keys going';
  dialog.setAttribute('aria-labelledby', 'ir-titulo');
  dialog.append(part);
  // The title names the dialog for screen readers, but is not shown in it.
  const title = dialog.querySelector('h1');
  if (title) title.className = 'unseen';
  dialog.addEventListener('close', () => {
    asking.abort();
    dialog.remove();
  });
  dialog.addEventListener('click', (event) => void (event.target === dialog && dialog.close()));
  dialog.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(dialog), settledMs);
  });
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    void first(dialog);
  });
  dialog.addEventListener('keydown', walk);
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input')?.focus();
}

/** Asks for what is typed now. False when there was no answer, or a newer question overtook it. */
async function ask(dialog: HTMLDialogElement): Promise<boolean> {
  clearTimeout(timer);
  asking.abort();
  const own = new AbortController();
  asking = own;
  const [form, shown] = [dialog.querySelector('form'), dialog.querySelector('[data-found]')];
  const text = dialog.querySelector('input')?.value ?? '';
  if (!form || !shown) return false;
  const address = `${new URL(form.action).pathname}?busca=${encodeURIComponent(text)}`;
  const page = await pageOf(address, own.signal).catch(() => null);
  const found = page?.querySelector('[data-found]');
  if (!found || own.signal.aborted) return false;
  shown.replaceChildren(...found.childNodes);
  return true;
}

/** Goes to the first result; without an answer the form is sent as without scripts. */
async function first(dialog: HTMLDialogElement): Promise<void> {
  const isTold = await ask(dialog);
  const link = dialog.querySelector<HTMLAnchorElement>('[data-found] a');
  if (isTold && link) location.assign(link.href);
  else if (!isTold) dialog.querySelector('form')?.submit();
}

/** The arrow keys move between the field and the results. */
function walk(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof Element)) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-found] a')];
  const at = all.findIndex((each) => each === document.activeElement);
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}

document.addEventListener('keydown', (event) => {
  const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'k';
  if (!isAsked || !way()) return;
  event.preventDefault();
  void goTo();
});

document.addEventListener('click', (event) => {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain || !(event.target instanceof Element) || !event.target.closest('a[data-go]')) return;
  event.preventDefault();
  void goTo();
});
