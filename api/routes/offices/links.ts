import type { MailStatus } from '../../../domain/offices/office-link.entity.ts';
import { wakeLink } from '../../../http/wake.ts';
import { type LinkInFull, listLinks } from '../../../operations/offices/link-in-full.ts';
import { withoutAddresses } from '../../../operations/offices/links-of-office.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';
import { officeOf } from '../../locals.ts';
import type { Handlers, Schema } from '../../operations.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import type { ApiParts } from '../../parts.ts';

type OfficeLinkOperations = 'listOfficeLinks' | 'requestOfficeLink';

/** Handlers of an office's links, for its own key. */
export function officeLinkHandlers(parts: ApiParts): Pick<Handlers, OfficeLinkOperations> {
  return {
    listOfficeLinks: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const { links, total } = await listLinks(parts.orm, officeOf(res).id, req.query, page);
      res.json(listView(links.map(officeLinkView), total, page));
    },

    requestOfficeLink: async (req, res) => {
      const office = officeOf(res);
      const requested = await requestLink(parts, { office, by: 'OFFICE', actor: office.actor }, req.body.taxId);
      const { outcome, link } = requested;
      await wakeLink(parts, res, requested);
      res.status(outcome === 'CREATED' ? 201 : 200).json({ ...officeLinkView(link), message: messageAbout(link) });
    },
  };
}

/**
 * A link as its office sees it. To whom the company's invitation was mailed is not shown; what a mail server said is, without the addresses in it.
 */
function officeLinkView(link: LinkInFull): Schema<'OfficeLink'> {
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
      error: invitation.mailError ? withoutAddresses(invitation.mailError) : null,
      sentAt: invitation.sentAt?.toISOString() ?? null,
      expiresAt: invitation.expiresAt.toISOString(),
    },
  };
}

/** What happens next with a link that was requested, in Portuguese. */
function messageAbout({ status, company, invitation }: LinkInFull): string {
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
