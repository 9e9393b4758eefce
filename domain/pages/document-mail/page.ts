import type { MailKind } from '../../companies/buyer-mail.ts';
import { type DocumentType, traitsOf } from '../../document-types.ts';
import { html } from '../html/markup.ts';
import { brazilianMoney } from '../html/values.ts';
import { invitationPage } from '../invitation/page.ts';

/** What the page behind the link of a mail shows. */
export type NoteBehindLink = {
  kind: MailKind;
  issuerName: string;
  type: DocumentType;
  number: string;
  totalValue: string;
  isTest: boolean;
  /** The last part of the page's own address: with relative links a proxy may put the page anywhere. */
  token: string;
};

const heading: Record<MailKind, (title: string) => string> = {
  ISSUED: (title) => title,
  CANCELLED: (title) => `${title}: cancelada`,
  CORRECTED: (title) => `Carta de correção da ${title}`,
};

/** The page from which a buyer downloads a note. */
export function linkedNoteHtml({ kind, issuerName, type, number, totalValue, isTest, token }: NoteBehindLink): string {
  const title = heading[kind](`${traitsOf[type].title} nº ${number}`);
  return invitationPage({
    about: issuerName,
    title,
    heading: title,
    body: html`<p>Valor total: R$ ${brazilianMoney(totalValue)}</p>
      ${isTest ? html`<p><strong>Documento de teste, emitido em homologação: não tem valor fiscal.</strong></p>` : undefined}
      <p><a href="${token}/pdf">Baixar o PDF</a></p>
      <p><a href="${token}/xml">Baixar o XML</a></p>`,
  });
}

export const linkNotices = {
  expired: {
    status: 410,
    heading: 'Este link acabou',
    says: 'Peça a nota de novo a quem a emitiu, ou consulte-a pela chave de acesso no portal da SEFAZ ou da NFS-e.',
  },
  unknown: {
    status: 404,
    heading: 'Este link não existe',
    says: 'Confira se o endereço foi copiado inteiro do e-mail.',
  },
  tooOften: { status: 429, heading: 'Espere um pouco', says: 'Este link foi aberto vezes demais em pouco tempo.' },
  wrongMethod: { status: 405, heading: 'Este link só se abre', says: 'Não há nada a enviar aqui.' },
  away: { status: 503, heading: 'Tente de novo', says: 'A nota não pôde ser lida agora. Tente em alguns minutos.' },
  failed: { status: 500, heading: 'Algo deu errado', says: 'A nota não pôde ser lida. Tente mais tarde.' },
} as const;
export type LinkNotice = keyof typeof linkNotices;

/** The page that tells why there is nothing to download. */
export function linkNoticeHtml(notice: LinkNotice): string {
  const { heading: words, says } = linkNotices[notice];
  return invitationPage({
    about: 'Nota fiscal por e-mail',
    title: words,
    heading: words,
    body: html`<p>${says}</p>`,
    isAlert: true,
  });
}
