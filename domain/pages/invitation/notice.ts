import { html } from '../html/markup.ts';
import { invitationPage } from './page.ts';

/**
 * Reasons why an invitation is not shown or not answered, each with its HTTP status. `mayOpen`: whether the page has a link to the invitation. No
 * notice names a company or an office.
 */
export const notices = {
  invalid: {
    status: 400,
    heading: 'A resposta não chegou como devia',
    text: 'Nada foi mudado. Abra o convite de novo e escolha Aceitar ou Recusar.',
    mayOpen: true,
  },
  elsewhere: {
    status: 403,
    heading: 'A resposta veio de outra página',
    text: 'Nada foi mudado. Abra o convite pelo e-mail e responda nele.',
    mayOpen: false,
  },
  unknown: {
    status: 404,
    heading: 'Convite não encontrado',
    text: 'Confira se o endereço foi copiado inteiro do e-mail, ou peça ao escritório que envie outro convite.',
    mayOpen: false,
  },
  wrongMethod: {
    status: 405,
    heading: 'Este endereço só mostra e responde convites',
    text: 'Nada foi mudado. Abra o convite pelo e-mail.',
    mayOpen: false,
  },
  linkedElsewhere: {
    status: 409,
    heading: 'A empresa já tem outro escritório',
    text: 'Uma empresa tem um escritório por vez. Encerre o vínculo atual e abra este convite de novo: enquanto não vence, ele continua valendo.',
    mayOpen: true,
  },
  answered: {
    status: 410,
    heading: 'Este convite já foi respondido',
    text: 'Vale a primeira resposta, e nada mais foi mudado. Abra o convite de novo para ver qual foi.',
    mayOpen: true,
  },
  expired: {
    status: 410,
    heading: 'Este convite venceu',
    text: 'Nada foi mudado. Peça ao escritório que envie outro convite.',
    mayOpen: false,
  },
  superseded: {
    status: 410,
    heading: 'Há um convite mais novo',
    text: 'Este foi substituído. Abra o que veio no último e-mail do escritório.',
    mayOpen: false,
  },
  tooLarge: {
    status: 413,
    heading: 'A resposta é grande demais',
    text: 'Nada foi mudado. Abra o convite de novo e escolha Aceitar ou Recusar.',
    mayOpen: true,
  },
  wrongType: {
    status: 415,
    heading: 'A resposta não chegou como devia',
    text: 'Nada foi mudado. Responda pelos botões da página do convite.',
    mayOpen: true,
  },
  tooOften: {
    status: 429,
    heading: 'Aberto vezes demais em pouco tempo',
    text: 'Espere um minuto e abra o convite de novo.',
    mayOpen: true,
  },
  failed: {
    status: 500,
    heading: 'Algo deu errado aqui',
    text: 'Não sabemos se a resposta foi registrada. Abra o convite de novo para ver.',
    mayOpen: true,
  },
  away: {
    status: 503,
    heading: 'O serviço está temporariamente indisponível',
    text: 'Espere um minuto e abra o convite de novo.',
    mayOpen: true,
  },
} as const;
export type InvitationNotice = keyof typeof notices;

/** The page that shows a notice. */
export function noticeHtml(notice: InvitationNotice): string {
  const { heading, text, mayOpen } = notices[notice];
  const again = mayOpen ? html`<p><a href="">Abrir o convite</a></p>` : undefined;
  return invitationPage({
    title: heading,
    heading,
    body: html`<p>${text}</p>
      ${again}`,
    isAlert: true,
  });
}
