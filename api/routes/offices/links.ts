import type { Response } from 'express';
import { labelOfOffice } from '../../../domain/webhooks/endpoint-owner.ts';
import { listLinks } from '../../../operations/offices/list-links.ts';
import { requestLink, type RequestedLink } from '../../../operations/offices/request-link.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startInvitation } from '../../../temporal/start.ts';
import { officeOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import { listView, pageOf } from '../../page.ts';
import type { ApiParts } from '../../parts.ts';
import { messageAbout, officeLinkView } from '../../views/office-link.ts';
import { wakeEndpoints } from '../../wake-endpoints.ts';

type OfficeLinkOperations = 'listOfficeLinks' | 'requestOfficeLink';

/** Links of an office, by its key. */
export function officeLinkHandlers(parts: ApiParts): Pick<Handlers, OfficeLinkOperations> {
  return {
    listOfficeLinks: async (req, res) => {
      const page = pageOf(req.query);
      const { links, total } = await listLinks(parts.orm, officeOf(res).id, req.query, page);
      res.json(listView(links.map(officeLinkView), total, page));
    },

    requestOfficeLink: async (req, res) => {
      const office = officeOf(res);
      const requested = await requestLink(parts, { office, by: 'OFFICE' }, req.body.taxId);
      await Promise.all([
        startMail(parts, res, requested),
        wakeEndpoints(parts, res, { ownerLabel: labelOfOffice(office), endpoints: requested.endpoints }),
      ]);
      const { outcome, link } = requested;
      res.status(outcome === 'CREATED' ? 201 : 200).json({ ...officeLinkView(link), message: messageAbout(link) });
    },
  };
}

/** Starts the mail of the invitation. While Temporal is away this is only a delay: reconciliation finds what is unsent. */
async function startMail(
  { temporal }: ApiParts,
  { locals: { log } }: Pick<Response, 'locals'>,
  { invitation, link: { office, company } }: RequestedLink,
): Promise<void> {
  if (!invitation) return;
  const { id: invitationId } = invitation;
  try {
    await startInvitation(temporal, { invitationId, officeTaxId: office.taxId, companyTaxId: company.taxId });
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('the mail of an invitation could not be started', { invitationId, error });
  }
}
