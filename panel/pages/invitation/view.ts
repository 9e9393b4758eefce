import { roleTitles } from '../../../domain/accounts/roles.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { placeInWords } from '../../../domain/pages/person-mail/mail.ts';
import type { ShownInvitation } from '../../../operations/accounts/accept-invitation.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { plainPage } from '../../parts/frame.ts';
import { newPasswordField } from '../../parts/password-fields.ts';
import { providerLink } from '../sign-in/view.ts';

type InvitationForm = {
  shown: ShownInvitation;
  token: string;
  person: SignedIn | null;
  /** The name of the organization's sign-in; null when there is none. */
  provider: string | null;
  name?: string;
  fault?: string;
};

/** What an invitation offers, and how to accept it: signed in with its address, or as a new person. */
export function invitationHtml(asked: InvitationForm): string {
  const { shown, fault } = asked;
  const { company, role } = shown;
  return plainPage(
    'Convite',
    html`<h1>${company ? `Convite para ${company.name}` : 'Convite para operar o Lavra'}</h1>
      <p>
        Você foi convidado para ${placeInWords(shown)}, com o papel de <b>${roleTitles[role].toLowerCase()}</b>.
        Enquanto você não aceitar, nada muda.
      </p>
      ${alert(fault)} ${wayOf(asked)}`,
  );
}

function wayOf({ shown, token, person, provider, name = '' }: InvitationForm): Markup {
  const { email, invited } = shown;
  if (invited === 'OUT')
    return html`<p class="notice">
      O acesso de ${email} ao painel foi encerrado por quem opera o Lavra. Peça a ele que o abra de novo.
    </p>`;
  if (invited === 'UNREADY')
    return html`<p class="notice">
      ${email} já tem conta, e falta escolher a senha pelo link de quem opera o Lavra. Escolha-a primeiro, e abra este
      convite de novo; se o link se perdeu, peça outro a quem opera.
    </p>`;
  if (invited === 'NEW') {
    const byProvider = provider === null ? undefined : providerLink(provider, `/convite/${token}`);
    return html`${byProvider} ${newPersonForm(email, name)}`;
  }
  if (!person) {
    return html`<p>O convite é para <b>${email}</b>, que já tem conta.</p>
      <p><a class="button" href="/entrar?para=${encodeURIComponent(`/convite/${token}`)}">Entrar para aceitar</a></p>`;
  }
  if (person.email === email) {
    return html`<form method="post"><button class="button">Aceitar o convite</button></form>
      <p><a class="quiet-link" href="/">Agora não</a></p>`;
  }
  return html`<p class="notice" data-kind="wait">
      O convite é para <b>${email}</b>, e você está na conta de <b>${person.email}</b>. Saia dela e abra o link de novo.
    </p>
    <form method="post" action="/sair"><button class="button quiet">Sair desta conta</button></form>`;
}

function newPersonForm(email: string, name: string): Markup {
  return html`<form class="stack" method="post">
    <input type="hidden" name="username" value="${email}" autocomplete="username" />
    <p class="field"><span>E-mail</span> <b>${email}</b></p>
    <label class="field"
      ><span>Seu nome</span> <input name="nome" value="${name}" autocomplete="name" required maxlength="120"
    /></label>
    ${newPasswordField}
    <button class="button">Aceitar e entrar</button>
  </form>`;
}

/** An invitation that no longer opens anything. */
export function endedInvitationHtml(): string {
  return plainPage(
    'Convite encerrado',
    html`<h1>Este convite já não vale</h1>
      <p>Ele foi usado, venceu, foi retirado, ou outro mais novo tomou o seu lugar. Peça outro a quem convidou você.</p>
      <p><a class="button quiet" href="/entrar">Entrar</a></p>`,
  );
}
