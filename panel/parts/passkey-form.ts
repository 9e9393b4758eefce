import { html, type Markup } from '../../domain/pages/html/markup.ts';

export type PasskeyForm = {
  /** The address that the signature is sent to; below it, at `/pedido`, the browser asks what is to be signed. */
  action: string;
  kind: 'get' | 'create';
  button: string;
  back?: string;
  /** Further fields. */
  fields?: Markup;
};

/** A form that a passkey fills in. It is shown when the browser runs scripts and knows passkeys (`panel/browser/passkeys.ts`). */
export function passkeyForm({ action, kind, button, back, fields }: PasskeyForm): Markup {
  return html`<form class="stack passkey" method="post" action="${action}" data-passkey="${kind}" hidden>
    ${back === undefined ? undefined : html`<input type="hidden" name="para" value="${back}" />`}
    <input type="hidden" name="chave" />
    ${fields}
    <p class="notice" data-kind="bad" role="alert" hidden></p>
    <button class="${kind === 'create' ? 'button' : 'button quiet'}">${button}</button>
  </form>`;
}

/** The module that fills in such a form. */
export const passkeyScripts = ['passkeys'] as const;
