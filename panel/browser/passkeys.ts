import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Shows the forms that a passkey fills in, and fills them in when they are sent. */
if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void fill(form);
    });
  }
  for (const words of document.querySelectorAll<HTMLElement>('[data-without-passkeys]')) words.hidden = true;
}

async function fill(form: HTMLFormElement): Promise<void> {
  const [button, fault, field] = [
    form.querySelector('button'),
    form.querySelector<HTMLElement>('[role=alert]'),
    form.querySelector<HTMLInputElement>('[name=chave]'),
  ];
  if (!button || !fault || !field) return;
  fault.hidden = true;
  button.disabled = true;
  try {
    field.value = JSON.stringify(await answered(form));
    form.submit();
  } catch (error) {
    fault.textContent = error instanceof ServerMessage ? error.message : given(error);
    fault.hidden = false;
  } finally {
    button.disabled = false;
  }
}

/** A message of the server that the page shows. */
class ServerMessage extends Error {}

async function answered(form: HTMLFormElement): Promise<unknown> {
  const answer = await fetch(`${form.action}/pedido`, { method: 'POST', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new ServerMessage(wordsOf(answer.status));
  const options: unknown = await answer.json();
  return form.dataset['passkey'] === 'create'
    ? startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

function wordsOf(status: number): string {
  if (status === 429) return 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente de novo.';
  return 'Esta página já não vale. Abra-a de novo e repita.';
}

function given(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'Este aparelho já guarda uma chave de acesso desta conta.';
  return 'Nenhuma chave de acesso foi usada. Tente de novo, ou siga sem ela.';
}
