import type { MailStatus } from '../../domain/offices/words.ts';
import type { LinkInFull } from '../../operations/offices/link-in-full.ts';
import type { Schema } from '../operations.ts';

/** A link as its office sees it. Whom the company has invited is the company's affair: no addresses, not even in what a server said of them. */
export function officeLinkView(link: LinkInFull): Schema<'OfficeLink'> {
  const { company, invitation } = link;
  return {
    linkId: link.id,
    companyId: company.id,
    taxId: company.taxId,
    companyName: company.name,
    status: link.status,
    requestedBy: link.requestedBy,
    officeIssuingAllowed: link.issuingAllowed,
    requestedAt: link.requestedAt.toISOString(),
    decidedAt: link.decidedAt?.toISOString() ?? null,
    endedAt: link.endedAt?.toISOString() ?? null,
    updatedAt: link.updatedAt.toISOString(),
    invitation: invitation && {
      status: invitation.mailStatus,
      error: invitation.mailError?.replace(/[^\s<>:;,"'()]+@[^\s<>:;,"'()]+/g, '***') ?? null,
      sentAt: invitation.sentAt?.toISOString() ?? null,
      expiresAt: invitation.expiresAt.toISOString(),
    },
  };
}

/** What happens next with a link that was asked for, in Portuguese. */
export function messageAbout({ status, company, invitation }: LinkInFull): string {
  if (status === 'ACTIVE') return `${company.name} já está na carteira do escritório.`;
  const mail: MailStatus = invitation?.mailStatus ?? 'NOBODY';
  switch (mail) {
    case 'NOBODY':
      return (
        `Ninguém pôde ser convidado: ${company.name} não tem e-mail de administrador no cadastro. ` +
        'Peça a quem opera este serviço que o cadastre, ou que aceite o vínculo pela empresa com "lavra link accept".'
      );
    case 'FAILED':
      return `O convite a ${company.name} não pôde ser enviado. Peça a quem opera este serviço que confira os e-mails da empresa e o envie de novo.`;
    case 'PENDING':
    case 'SENT':
      return `Os administradores de ${company.name} foram convidados por e-mail. O vínculo fica PENDING até a resposta.`;
  }
}
