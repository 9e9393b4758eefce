import { answerTo } from './page-of.ts';

/** How long after the last change the preview is asked for. */
const quietMs = 400;

let timer: number | undefined;
let asking = new AbortController();

/** Has the preview of the sale follow what is typed. What is typed stays as it is: only the preview is replaced. */
function follow(form: HTMLFormElement): void {
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(form), quietMs);
  });
  // The page that comes has a preview of its own.
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    asking.abort();
  });
}

async function refresh(form: HTMLFormElement): Promise<void> {
  asking.abort();
  asking = new AbortController();
  try {
    const page = await answerTo(form, 'previa', asking.signal);
    const [shown, fresh] = [document.querySelector('#previa'), page?.querySelector('#previa')];
    if (!shown || !fresh) return;
    const opened = [...shown.querySelectorAll('details')].map((details) => details.open);
    for (const [at, details] of fresh.querySelectorAll('details').entries()) details.open = opened[at] ?? false;
    shown.replaceWith(fresh);
  } catch {
    // Without a connection, or overtaken by the next change: the button computes it all the same.
  }
}

const form = document.querySelector('form.sale');
if (form instanceof HTMLFormElement) follow(form);
