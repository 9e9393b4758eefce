/** A Trusted Types policy, in browsers that have them; the others take plain text. */
type Policy = { createHTML(text: string): string };
declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

const asItIs: Policy = { createHTML: (text) => text };

/** The only policy: only answers of the panel become pages. Not exported, lest other text pass through it. */
const policy = window.trustedTypes?.createPolicy('lavra', asItIs) ?? asItIs;

/** A page of the panel as it is now; null when another page answers, as the sign-in does. Rejects without a connection. */
export function pageOf(address: string, signal?: AbortSignal): Promise<Document | null> {
  return pageBy(address, { signal: signal ?? null });
}

/** What is written in the fields of a form, without files. */
export function writtenIn(form: HTMLFormElement): [name: string, value: string][] {
  return [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/** The page that answers a form with these values, as if the button `pressed` were pressed; null and rejections as `pageOf`. */
export function answerTo(
  { action }: HTMLFormElement,
  written: readonly (readonly [string, string])[],
  pressed: string,
  signal: AbortSignal,
): Promise<Document | null> {
  const fields = new URLSearchParams(written.map(([name, value]) => [name, value]));
  fields.set('fazer', pressed);
  return pageBy(action, { method: 'POST', body: fields, signal });
}

async function pageBy(address: string, request: RequestInit): Promise<Document | null> {
  const answer = await fetch(address, { ...request, headers: { accept: 'text/html' } });
  const text = await answer.text();
  const isOwn = new URL(answer.url).origin === location.origin && answer.type === 'basic';
  const isSame = new URL(answer.url).pathname === new URL(address, location.href).pathname;
  if (!isOwn || !isSame || answer.status >= 500) return null;
  return new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
}

/** Shows a message about a page that could not be loaded again, above what it still shows; null removes the message. */
export function say(words: string | null): void {
  const shown = document.querySelector('.offline');
  if (words === null) return void shown?.remove();
  const notice = shown ?? document.createElement('p');
  notice.className = 'offline';
  notice.setAttribute('role', 'status');
  if (!shown) document.body.append(notice);
  if (notice.textContent !== words) notice.textContent = words;
}
