import { answerTo, say, writtenIn } from './page-of.ts';

/** Milliseconds after the last change until the preview, or the results of a search, are asked for. */
const quietMs = { preview: 400, search: 200 };

let timer: number | undefined;
let asking = new AbortController();

function shownForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('form.sale');
}

/** The form as a button answers it; null when another page answers, undefined when a newer request overtook it. Rejects without a connection. */
async function after(
  form: HTMLFormElement,
  pressed: string,
  written = writtenIn(form),
): Promise<HTMLFormElement | null | undefined> {
  clearTimeout(timer);
  asking.abort();
  const own = new AbortController();
  asking = own;
  try {
    const page = await answerTo(form, written, pressed, own.signal);
    say(null);
    return own.signal.aborted ? undefined : (page?.querySelector<HTMLFormElement>('form.sale') ?? null);
  } catch (error) {
    if (own.signal.aborted) return undefined;
    throw error;
  }
}

let isTyped = false;

/** The tab's storage; null when the browser gives the page none, as some do in a frame of another site. */
const tab = storageOfTab();

function storageOfTab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The storage key of this page's sale, once somebody has written in it; the page's entry in the browser's history holds it. */
function keptAs(): string | undefined {
  return (history.state as { sale?: string } | null)?.sale;
}

/**
 * Stores what is written in the tab's session storage, so that a reloaded page, or one that the person comes back to, shows the sale as it was:
 * without scripts the browser does that itself by sending the form again. A tab keeps only the sale that was written last.
 */
function keep(): void {
  const form = shownForm();
  if (!form || !isTyped || !tab) return;
  if (keptAs() === undefined) {
    tab.clear();
    // Must come before the page is left: then its history entry takes no state any more, while the storage still does.
    history.replaceState({ sale: String(Date.now()) }, '');
  }
  const kept: Kept = { of: writer(form), written: writtenIn(form) };
  // A sale that does not fit is not stored, and the older text must not come back in its place.
  tab.removeItem(keptAs() ?? '');
  try {
    tab.setItem(keptAs() ?? '', JSON.stringify(kept));
  } catch {
    return;
  }
}

/** A sale as it is written, and the id of the person who writes it. */
type Kept = { of: string; written: [name: string, value: string][] };

function writer({ dataset: { of = '' } }: HTMLFormElement): string {
  return of;
}

async function restore(): Promise<void> {
  const form = shownForm();
  const text = tab?.getItem(keptAs() ?? '') ?? null;
  if (!form || text === null) return;
  const { of, written } = JSON.parse(text) as Kept;
  // Somebody else has signed in since: a session that expires does not clear the storage.
  if (of !== writer(form)) return;
  form.inert = true;
  const fresh = await after(form, 'de-volta', written).catch(() => null);
  form.inert = false;
  if (fresh) form.replaceWith(fresh);
  else say('O que você digitou não pôde ser mostrado: recarregue a página antes de escrever.');
}

/** Replaces only the preview and search results; what is typed stays. */
async function follow(form: HTMLFormElement, search: HTMLInputElement | null): Promise<void> {
  const hits = search && hitsOf(search);
  const isSearched = hits && search.value.trim() !== '';
  if (hits && !isSearched) hits.replaceChildren();
  // Without a connection the page stays as it is; the buttons show the message.
  const fresh = await after(form, isSearched ? buttonOf(search).value : 'previa').catch(() => null);
  if (!fresh) return;
  const found = isSearched ? fresh.querySelector(`#${CSS.escape(search.id)} ~ .hits`) : null;
  if (hits && found) showHits(hits, found, search);
  const [shown, preview] = [document.querySelector('#previa'), fresh.querySelector('#previa')];
  if (!shown || !preview) return;
  keepOpened(shown, preview);
  shown.replaceWith(preview);
}

/** Keeps the focus on the same result when it is found again, and otherwise moves it back to the search field. */
function showHits(hits: Element, found: Element, search: HTMLInputElement): void {
  const focused = hits.contains(document.activeElement) ? document.activeElement?.getAttribute('value') : undefined;
  hits.replaceChildren(...found.childNodes);
  if (focused === undefined) return;
  const same = [...hits.querySelectorAll('button')].find(({ value }) => value === focused);
  (same ?? search).focus();
}

function hitsOf(search: HTMLInputElement): Element | null {
  return search.parentElement?.querySelector('.hits') ?? null;
}

function buttonOf(search: HTMLInputElement): HTMLButtonElement {
  const button = search.parentElement?.querySelector('button');
  if (!button) throw new Error('a search has its button beside it');
  return button;
}

/** Names a fold of the form by its row and its words, whatever stands before it. */
function nameOf(details: HTMLDetailsElement): string {
  const row = details.closest('[role=group]')?.getAttribute('aria-label') ?? '';
  return `${row}/${details.querySelector('summary')?.firstChild?.textContent?.trim() ?? ''}`;
}

function keepOpened(shown: Element, fresh: Element): void {
  const opened = new Set([...shown.querySelectorAll('details')].filter(({ open }) => open).map(nameOf));
  for (const details of fresh.querySelectorAll('details')) details.open ||= opened.has(nameOf(details));
}

/** Shows the form that answers a button which neither stores nor issues the sale; when another page answers, the form is sent as without scripts. */
async function turn(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { activeElement: focused } = document;
  const isByKey = button.value === 'tecla';
  // Anything typed meanwhile would be lost.
  form.inert = true;
  // A search field answers Enter itself; in any other field Enter computes the sale, even while a search has text.
  const fresh = await after(form, isByKey ? 'calcular' : button.value).catch(() => 'UNANSWERED' as const);
  form.inert = false;
  if (fresh === undefined) return;
  if (fresh === 'UNANSWERED') {
    if (focused instanceof HTMLElement) focused.focus();
    say(null); // so that the message is said again after each press
    return say('Sem conexão. O que você digitou está aqui: tente de novo.');
  }
  if (fresh === null) {
    isSent = true;
    return form.requestSubmit(button);
  }
  keepOpened(form, fresh);
  form.replaceWith(fresh);
  isTyped = true;
  keep();
  const place = isByKey ? sameOf(fresh, focused) : nextOf(fresh, button);
  place?.focus({ preventScroll: button.value === 'calcular' });
  if (place instanceof HTMLInputElement) place.select();
}

/** Where the focus goes after Enter: to the first fault, otherwise back to the field in which it was pressed. */
function sameOf(form: HTMLFormElement, focused: Element | null): HTMLElement | null {
  const wrong = form.querySelector<HTMLElement>('.alert a');
  return wrong ?? (focused?.id ? form.querySelector<HTMLElement>(`#${CSS.escape(focused.id)}`) : null);
}

/** Where the focus goes after a button: to a fault, a search result, a new row, or what was taken. */
function nextOf(form: HTMLFormElement, button: HTMLButtonElement): HTMLElement | null {
  const wrong = form.querySelector<HTMLElement>('.alert a');
  if (wrong) return wrong;
  const same = form.querySelector<HTMLElement>(`button[value="${CSS.escape(button.value)}"]`);
  const search = same?.closest('.hits') ? null : same?.closest('.search');
  if (search) return search.querySelector<HTMLElement>('.hits button') ?? search.querySelector('input');
  if (button.value === 'calcular') return same;
  const place = form.querySelector(`#${CSS.escape(button.formAction.split('#')[1] ?? '')}`);
  if (place instanceof HTMLInputElement) return place;
  const amount = button.value.startsWith('produto:') ? place?.querySelector<HTMLElement>('[name$=".quantity"]') : null;
  const field = amount ?? place?.querySelector<HTMLElement>('input:not([type=hidden]), select');
  return field ?? place?.querySelector<HTMLElement>('button') ?? same;
}

let isSent = false;

document.addEventListener('submit', (event) => {
  const { submitter, target } = event;
  if (target !== shownForm() || !(target instanceof HTMLFormElement)) return;
  const isEnd = !(submitter instanceof HTMLButtonElement) || ['emitir', 'guardar'].includes(submitter.value);
  if (isEnd || isSent) {
    clearTimeout(timer);
    asking.abort();
    return;
  }
  event.preventDefault();
  void turn(target, submitter);
});

document.addEventListener('input', ({ target }) => {
  const form = shownForm();
  if (!(target instanceof Element) || !form?.contains(target)) return;
  const search = target.parentElement?.matches('.search') && target instanceof HTMLInputElement ? target : null;
  if (!isTyped) {
    isTyped = true;
    keep();
  }
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      keep();
      void follow(form, search);
    },
    search ? quietMs.search : quietMs.preview,
  );
});

document.addEventListener('change', keep);
window.addEventListener('pagehide', keep);
void restore();

// In a search field Enter searches, and the arrow keys move between the field and its results.
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const search = target instanceof Element ? target.closest<HTMLElement>('form.sale .search') : null;
  if (!search) return;
  if (key === 'Enter' && target instanceof HTMLInputElement) {
    event.preventDefault();
    buttonOf(target).click();
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by === undefined) return;
  const all = [...search.querySelectorAll<HTMLElement>('input, .hits button')];
  const at = all.findIndex((each) => each === target);
  if (at < 0) return;
  event.preventDefault();
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
});
