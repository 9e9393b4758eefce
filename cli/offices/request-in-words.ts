import type { RequestedLink } from '../../operations/offices/request-link.ts';

/** What a request for a link has come to, for the operator who made it. */
export function requestInWords({ outcome, link, invitation }: RequestedLink): string {
  const { office, company } = link;
  if (outcome === 'ACTIVE') return `${office.name} já tem acesso a ${company.name}.`;
  if (invitation) return `Convite para ${company.name} a caminho de ${invitation.recipients.join(', ')}.`;
  if (link.invitation?.mailStatus === 'NOBODY') {
    return (
      `Vínculo pedido, mas ${company.name} não tem e-mail de quem a administra (company set --admin-emails): ` +
      'ninguém foi convidado. Para responder por ela: link accept, link refuse.'
    );
  }
  return `O vínculo já está pedido, e o convite a ${company.name} está a caminho.`;
}
