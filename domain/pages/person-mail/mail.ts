import type { LinkMailTopic } from '../../accounts/invitation.entity.ts';
import { roleTitles } from '../../accounts/roles.ts';
import { taxIdMask } from '../../masks.ts';
import { html } from '../html/markup.ts';
import { dayAndHour } from '../invitation/invitation.ts';

/** What a mail to a person is about, where its link leads, and until when it works. */
export type PersonLetter = { matter: LinkMailTopic; url: string; expiresAt: Date };

/** The mail to a person of the panel, in plain text and in HTML. */
export function personMailText(letter: PersonLetter): { subject: string; text: string; html: string } {
  const { subject, asks, link, doubts } = wordsOf(letter.matter);
  const until = `O link vale uma vez, até ${dayAndHour(letter.expiresAt)} (horário de Brasília). Abrir a página não muda nada.`;
  const text = [asks, `${link}:\n${letter.url}`, until, doubts].join('\n\n');
  const page = html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; color: #1a1a1a; max-width: 36em; margin: 0 auto">
        <p>${asks}</p>
        <p><a href="${letter.url}">${link}</a></p>
        <p>${until}</p>
        <p>${doubts}</p>
        <p>Se o link não abrir, copie este endereço para o navegador:<br />${letter.url}</p>
      </body>
    </html>`.text;
  return { subject, text: `${text}\n`, html: page };
}

type Words = { subject: string; asks: string; link: string; doubts: string };

function wordsOf(matter: LinkMailTopic): Words {
  if (matter.kind === 'RESET') {
    return {
      subject: 'Escolha outra senha do Lavra',
      asks: `${matter.name}, alguém pediu outra senha para a sua conta no Lavra.`,
      link: 'Escolher outra senha',
      doubts: 'Se não foi você, ignore este e-mail: a sua senha continua a mesma, e nada foi mudado.',
    };
  }
  const { company, inviter, role } = matter;
  return {
    subject: company
      ? `${inviter} convidou você para ${company.name} no Lavra`
      : `${inviter} convidou você para operar o Lavra`,
    asks: `${inviter} convidou você para ${placeInWords(matter)}, no Lavra, com o papel de ${roleTitles[role].toLowerCase()}.`,
    link: 'Ver o convite e responder',
    doubts: 'Se você não conhece quem convidou, ignore este e-mail: sem a sua resposta nada acontece.',
  };
}

/** The place that an invitation opens, in Portuguese, for its mail and its page. */
export function placeInWords({
  company,
  role,
}: Pick<Extract<LinkMailTopic, { kind: 'INVITATION' }>, 'company' | 'role'>): string {
  if (!company) return 'todas as empresas desta instalação';
  const mark = `${company.taxId.length === 11 ? 'CPF' : 'CNPJ'} ${taxIdMask(company.taxId)}`;
  return role.startsWith('OFFICE')
    ? `as empresas do escritório ${company.name} (${mark})`
    : `as notas fiscais de ${company.name} (${mark})`;
}
