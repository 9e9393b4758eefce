/** As browsers have it that know Trusted Types; the others take plain text. */
type Policy = { createHTML(text: string): string };
declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

const asItIs: Policy = { createHTML: (text) => text };

/** The one policy: what becomes a page is what the panel itself answered. Not exported, lest other text pass through it. */
const policy = window.trustedTypes?.createPolicy('lavra', asItIs) ?? asItIs;

/** A page of the panel, as it is now; null where the answer is another page, as that of the sign-in. Rejects while there is no connection. */
export function pageOf(address: string, signal?: AbortSignal): Promise<Document | null> {
  return pageBy(address, { signal: signal ?? null });
}

/** What stands in the fields of a form, files left out. */
export function writtenIn(form: HTMLFormElement): [name: string, value: string][] {
  return [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/** The same of the answer to a form with this written in it, as if one of its buttons were pressed. */
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

/** Says something above a page that could not be asked for, which stays as it is; or nothing any more. */
export function say(words: string | null): void {
  const shown = document.querySelector('.offline');
  if (words === null) return void shown?.remove();
  const notice = shown ?? document.createElement('p');
  notice.className = 'offline';
  notice.setAttribute('role', 'status');
  if (!shown) document.body.append(notice);
  if (notice.textContent !== words) notice.textContent = words;
}
