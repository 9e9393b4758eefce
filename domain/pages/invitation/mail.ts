import { taxIdMask } from '../../masks.ts';
import { taxIdKind } from '../../tax-id.ts';
import { html, type Markup } from '../html/markup.ts';
import { dayAndHour } from './invitation.ts';

/** Who asks whom for a link, where the invitation is answered, and until when. */
export type InvitationToLink = {
  office: { name: string; taxId: string; email: string | null };
  company: { name: string; taxId: string };
  url: string;
  expiresAt: Date;
};

/** The mail that asks a company's administrators to accept a link, in plain text and in HTML. */
export function invitationMail(invitation: InvitationToLink): { subject: string; text: string; html: string } {
  const { office, company, url } = invitation;
  const subject = `${office.name} pede acesso aos documentos fiscais de ${company.name}`;
  const { asks, means, until, doubts } = sentencesOf(invitation);
  const text = [
    asks,
    'Se você aceitar:',
    means.map((each) => `- ${each}`).join('\n'),
    `Para ver o pedido e responder:\n${url}`,
    until,
    doubts,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html: pageOf(subject, invitation) };
}

function sentencesOf({ office, company, expiresAt }: InvitationToLink) {
  const contact = office.email === null ? 'diretamente com o escritório' : `com o escritório, em ${office.email}`;
  return {
    asks: `${nameOf(office)} pede para ser o escritório de contabilidade de ${nameOf(company)} no Lavra.`,
    means: [
      'o escritório passa a ler os documentos fiscais da empresa, emitidos e recebidos, seus clientes e seus modelos fiscais;',
      'o escritório pode manifestar-se, em nome da empresa, sobre documentos recebidos;',
      'o escritório não emite em nome da empresa, a menos que você o autorize na mesma página;',
      'a empresa pode encerrar o vínculo quando quiser.',
    ],
    until: `O link vale até ${dayAndHour(expiresAt)} (horário de Brasília) e é respondido uma só vez. Abrir a página não aceita nada.`,
    doubts: `Se você não conhece este pedido, recuse na página ou ignore este e-mail. Em caso de dúvida, fale ${contact}.`,
  };
}

function nameOf({ name, taxId }: { name: string; taxId: string }): string {
  return `${name} (${taxIdKind(taxId) ?? 'documento'} ${taxIdMask(taxId)})`;
}

function pageOf(title: string, invitation: InvitationToLink): string {
  const { asks, means, until, doubts } = sentencesOf(invitation);
  const items = means.map((each): Markup => html`<li>${each}</li>`);
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; color: #1a1a1a; max-width: 36em; margin: 0 auto">
        <p>${asks}</p>
        <p>Se você aceitar:</p>
        <ul>
          ${items}
        </ul>
        <p><a href="${invitation.url}">Ver o pedido e responder</a></p>
        <p>${until}</p>
        <p>${doubts}</p>
        <p>Se o link não abrir, copie este endereço para o navegador:<br />${invitation.url}</p>
      </body>
    </html>`.text;
}
