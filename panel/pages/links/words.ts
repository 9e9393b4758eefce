import type { InvitationMail, LinkGroup, LinkOfOffice } from '../../../operations/offices/links-of-office.ts';
import { whoOf } from '../../parts/audit-words.ts';
import { waitInWords, momentInWords, shortDate } from '../../parts/words.ts';

/** Each group of links by its word in addresses, and in words. */
export const groups: readonly { key: LinkGroup | undefined; inAddress: string; word: string }[] = [
  { key: undefined, inAddress: '', word: 'Todos' },
  { key: 'PENDING', inAddress: 'esperando', word: 'Esperam resposta' },
  { key: 'ACTIVE', inAddress: 'carteira', word: 'Na carteira' },
  { key: 'OVER', inAddress: 'encerrados', word: 'Recusados e encerrados' },
];

/** The group that an address asks for; undefined for all of them. */
export function groupIn(asked: unknown): LinkGroup | undefined {
  return groups.find(({ inAddress }) => inAddress !== '' && inAddress === asked)?.key;
}

/** The status of a link, and its dates with who acted. */
export function linkInWords(link: LinkOfOffice, office: { name: string }): { word: string; about: string[] } {
  const { status, issuingAllowed, requestedAt, decidedAt, endedAt } = link;
  const by = (who: LinkOfOffice['askedBy']): string => (who ? `, por ${whoOf({ actor: who, office })}` : '');
  const asked = `pedido em ${shortDate(requestedAt)}${by(link.askedBy)}`;
  switch (status) {
    case 'PENDING':
      return { word: 'Espera a resposta da empresa', about: [asked] };
    case 'ACTIVE': {
      const since = decidedAt ? `desde ${shortDate(decidedAt)}` : 'desde o começo';
      return {
        word: 'Na carteira',
        about: [`${since} · ${issuingAllowed ? 'emissão liberada' : 'emissão não liberada'}`, asked],
      };
    }
    case 'REFUSED':
      return {
        word: 'Recusado pela empresa',
        about: [decidedAt ? `em ${shortDate(decidedAt)}` : '', asked].filter(Boolean),
      };
    case 'ENDED':
      return {
        word: 'Encerrado',
        about: [endedAt ? `em ${shortDate(endedAt)}${by(link.endedBy)}` : '', asked].filter(Boolean),
      };
  }
}

/** Where the mail of an invitation stands, what is wrong with it, and what happens next. */
export function mailInWords(mail: InvitationMail | null, now: Date): { word: string; why?: string; isBad?: boolean } {
  if (!mail || mail.status === 'NOBODY') {
    return {
      word: 'Ninguém foi convidado',
      why: 'A empresa não tem e-mail de administrador no cadastro. Peça a ela que aceite pelo painel, em Escritório, ou a quem opera o Lavra que cadastre o e-mail.',
      isBad: true,
    };
  }
  const { status, error, sentAt, expiresAt } = mail;
  if (expiresAt <= now) {
    const sent = sentAt ? `Enviado em ${shortDate(sentAt)}, ` : '';
    return { word: `${sent}${sent ? 'e' : 'E'}xpirou em ${shortDate(expiresAt)} sem resposta`, isBad: true };
  }
  switch (status) {
    case 'PENDING':
      return error
        ? { word: 'Ainda não saiu', why: `${waitInWords(error)} O Lavra tenta de novo sozinho.` }
        : { word: 'A caminho' };
    case 'SENT':
      return {
        word: `Enviado em ${momentInWords(sentAt ?? now)}`,
        why: `${error ? `${error} ` : ''}Sem resposta até agora; vale até ${shortDate(expiresAt)}.`,
      };
    case 'FAILED':
      return { word: 'Recusado pelo servidor de e-mail', ...(error && { why: error }), isBad: true };
  }
}

/** Whether another mail may be asked for: not while one is on its way. */
export function isToAskAgain({ status, mail }: LinkOfOffice, now: Date): boolean {
  if (status !== 'PENDING') return false;
  return mail === null || mail.status !== 'PENDING' || mail.expiresAt <= now;
}
