import { refresh } from './refresh.ts';

/** A pause in typing that long asks. */
const settledMs = 150;

let timer: number | undefined;

/** What the form would be sent to, as its button sends it, without what is empty. */
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
  // Where it fails the page stays, and the form's button is there.
  await refresh().catch(() => undefined);
}

document.addEventListener('input', (event) => {
  const form =
    event.target instanceof Element ? event.target.closest<HTMLFormElement>('main form.find[role=search]') : null;
  if (!form || (event instanceof InputEvent && event.isComposing)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void ask(form), settledMs);
});
