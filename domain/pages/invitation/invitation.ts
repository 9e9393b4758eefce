import { DateTime } from 'luxon';
import { taxIdMask } from '../../masks.ts';
import type { LinkStatus } from '../../offices/office-link.entity.ts';
import { html, type Markup } from '../html/markup.ts';
import { invitationPage } from './page.ts';

type Party = { taxId: string; name: string };

/** An invitation that waits for an answer: the office that asks, the company, and until when. */
type InvitationToAnswer = { office: Party & { email: string | null }; company: Party; expiresAt: Date };

/** Names of the form's fields, and the values of its answers. */
export const fields = { answer: 'answer', issuing: 'issuing' } as const;
export const answers = { accept: 'accept', refuse: 'refuse' } as const;
export const issuingOn = 'allowed';

/** The page on which a company's administrator answers. Its form has no address of its own: the answer goes to where the page was opened. */
export function askingHtml({ office, company, expiresAt }: InvitationToAnswer): string {
  return invitationPage({
    title: `Convite de ${office.name}`,
    heading: `${office.name} pede acesso aos documentos fiscais de ${company.name}`,
    body: html`${parties(office, company)} ${permissions} ${form} ${further(office, expiresAt)}`,
  });
}

function parties({ email, ...office }: InvitationToAnswer['office'], company: Party): Markup {
  const contact = email === null ? undefined : html`<br /><a href="mailto:${email}">${breakable(email)}</a>`;
  return html`<dl class="parties">
    <div class="party">
      <dt>Quem pede</dt>
      <dd><strong>${office.name}</strong> ${kindOf(office)} ${taxIdMask(office.taxId)}${contact}</dd>
    </div>
    <div class="party">
      <dt>Para a empresa</dt>
      <dd><strong>${company.name}</strong> ${kindOf(company)} ${taxIdMask(company.taxId)}</dd>
    </div>
  </dl>`;
}

/** An e-mail address that may break before its domain. */
function breakable(email: string): Markup {
  const at = email.lastIndexOf('@');
  return html`${email.slice(0, at)}<wbr />${email.slice(at)}`;
}

function kindOf({ taxId }: Party): string {
  return taxId.length === 11 ? 'CPF' : 'CNPJ';
}

const permissions = html`<h2>Se você aceitar, o escritório poderá</h2>
  <ul>
    <li>consultar as notas que a empresa emite e baixar o XML e o PDF;</li>
    <li>consultar e baixar as notas emitidas contra a empresa, e manifestar-se sobre elas em nome da empresa;</li>
    <li>consultar os clientes e os modelos fiscais cadastrados;</li>
    <li>ser avisado quando uma nota da empresa muda.</li>
  </ul>
  <p>Certificado digital, senhas e chaves da empresa não são mostrados ao escritório.</p>`;

/**
 * The buttons. Enter outside of a button presses the first button of a form: here that is one that closes a dialog, of which there is none, so that
 * only a chosen button answers.
 */
const form = html`<form method="post" autocomplete="off">
  <button type="submit" formmethod="dialog" class="none" tabindex="-1" aria-hidden="true"></button>
  <div class="choice">
    <input type="checkbox" id="issuing" name="${fields.issuing}" value="${issuingOn}" aria-describedby="issuing-hint" />
    <label for="issuing">Permitir que o escritório emita, cancele e corrija notas por esta empresa</label>
    <p class="small" id="issuing-hint">
      As notas saem em nome da empresa e com o certificado dela. Sem marcar, o escritório não emite nada. Isto pode ser
      mudado depois.
    </p>
  </div>
  <p class="buttons">
    <button type="submit" class="accept" name="${fields.answer}" value="${answers.accept}">Aceitar</button>
    <button type="submit" name="${fields.answer}" value="${answers.refuse}">Recusar</button>
  </p>
</form>`;

function further({ email }: InvitationToAnswer['office'], expiresAt: Date): Markup {
  const doubt = email === null ? 'Em dúvida, fale com o escritório antes.' : 'Em dúvida, escreva antes ao escritório.';
  return html`<p class="small">
      <strong>O convite vale até ${dayAndHour(expiresAt)}</strong> (horário de Brasília). Enquanto ninguém responde, nada
      muda. ${doubt} Se não o conhece, recuse.
    </p>
    <p class="small">${howTheLinkEnds}</p>`;
}

/** How an accepted link can be ended, in Portuguese. */
const howTheLinkEnds = html`O acesso pode ser encerrado a qualquer momento, e acaba na hora: peça a quem cuida do Lavra
  da empresa (comando <code>lavra link end</code>).`;

/** `30/11/2026 às 10:30`, in Brasília time. */
export function dayAndHour(instant: Date): string {
  return DateTime.fromJSDate(instant, { zone: 'America/Sao_Paulo' }).toFormat("dd/MM/yyyy 'às' HH:mm");
}

/** An answered invitation: the present status of its link. */
type InvitationAnswer = { officeName: string; status: Exclude<LinkStatus, 'PENDING'>; issuingAllowed: boolean };

type Words = { heading: string; body: (answered: InvitationAnswer) => Markup };

/** The page that an answered invitation shows from then on. It names no company, because mails are passed on. */
export function answeredHtml(answered: InvitationAnswer): string {
  const { heading, body } = words[answered.status];
  return invitationPage({ title: heading, heading, body: body(answered) });
}

const words: Record<InvitationAnswer['status'], Words> = {
  ACTIVE: {
    heading: 'Convite aceito',
    body: ({ officeName, issuingAllowed }) =>
      html`<p><strong>${officeName}</strong> já pode consultar os documentos fiscais da empresa.</p>
        <p>Emitir, cancelar e corrigir notas: <strong>${issuingAllowed ? 'permitido' : 'não permitido'}</strong>.</p>
        <p class="small">${howTheLinkEnds} A permissão de emitir muda com <code>lavra link allow-issuing</code>.</p>`,
  },
  REFUSED: {
    heading: 'Convite recusado',
    body: ({ officeName }) =>
      html`<p><strong>${officeName}</strong> não tem acesso à empresa.</p>
        <p class="small">Se mudar de ideia, peça ao escritório que envie outro convite.</p>`,
  },
  ENDED: {
    heading: 'Vínculo encerrado',
    body: ({ officeName }) =>
      html`<p>
          <strong>${officeName}</strong> não tem acesso à empresa: o vínculo foi encerrado, ou o pedido retirado.
        </p>
        <p class="small">Para retomar, peça ao escritório que envie outro convite.</p>`,
  },
};
