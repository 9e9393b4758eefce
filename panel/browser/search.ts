import { refresh } from './refresh.ts';

/** Milliseconds without a key pressed, after which the search is sent. */
const settledMs = 150;

let timer: number | undefined;

/** The address that the form's button leads to, without empty fields. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') query.append(name, value);
  const text = query.toString();
  return new URL(form.action).pathname + (text === '' ? '' : `?${text}`);
}

async function ask(form: HTMLFormElement): Promise<void> {
  const address = addressOf(form);
  if (address === location.pathname + location.search) return;
  history.replaceState(null, '', address);
  // When this fails the page stays, and the form's button still works.
  await refresh().catch(() => undefined);
}

document.addEventListener('input', (event) => {
  const form =
    event.target instanceof Element ? event.target.closest<HTMLFormElement>('main form.find[role=search]') : null;
  if (!form || (event instanceof InputEvent && event.isComposing)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void ask(form), settledMs);
});
