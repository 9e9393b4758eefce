import type { Response } from 'express';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import { DomainError, NotFound } from '../../../domain/errors.ts';
import { Office } from '../../../domain/offices/office.entity.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import { wakeLink } from '../../../http/wake.ts';
import { actOnce, type ActOutcome } from '../../../operations/access/repeatable.ts';
import { inLink, inOffice, overseeing } from '../../../operations/in-company.ts';
import {
  acceptBetween,
  allowIssuingBetween,
  type ChangedLink,
  endBetween,
  type LinkSides,
  refuseBetween,
} from '../../../operations/offices/change-link.ts';
import { findLinks, type LinkInFull } from '../../../operations/offices/link-in-full.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, type CreationRequest, operatorOf, repeatableOf, actResult } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type LinkOperations = 'listLinks' | 'requestLink' | 'acceptLink' | 'refuseLink' | 'endLink' | 'setLinkIssuing';
type OfLink = CreationRequest & { params: { officeId: string } };

/** The links between offices and companies. The key reaches the company of the path; it changes nothing of the office but the link. */
export function linkHandlers(parts: PanelParts): Pick<AdminHandlers, LinkOperations> {
  const { orm } = parts;

  /** The link as it is now, when it belongs to the company of the path. */
  async function find(res: Response, id: string): Promise<LinkInFull | null> {
    const { operator, company } = actingOn(res);
    const { links } = await overseeing(orm, operator, (em) =>
      findLinks(em, { company: company.id, id }, { page: 1, pageSize: 1 }),
    );
    return links[0] ?? null;
  }

  /** Finds an office by its id: a key that is bound to companies sees no list of offices, but may name one. @throws DomainError `not_found` */
  async function knownOffice(id: string): Promise<string> {
    if ((await inOffice(orm, id, (em) => em.count(Office, { id }))) > 0) return id;
    throw new DomainError('not_found', 'Escritório não encontrado. Confira o identificador.');
  }

  /** Changes the link of the path once for one Idempotency-Key, and wakes the office's endpoints. */
  async function change(
    req: OfLink,
    res: Response<AdminSchema<'CompanyLink'>>,
    work: (em: EntityManager, sides: LinkSides) => Promise<ChangedLink>,
  ): Promise<void> {
    const { operator, company } = actingOn(res);
    const { officeId } = req.params;
    if (!isUuid(officeId)) throw new NotFound('officeLink');
    const sides = { companyId: company.id, officeId };
    const outcome = await actOnce(orm, operator, repeatableOf(req), {
      act: (once) =>
        inLink(orm, sides, (em) =>
          once(
            em,
            () => work(em, sides),
            ({ link }) => ({ id: link.id }),
          ),
        ),
      again: (kept) => foundAgain(res, kept.id),
    });
    if ('made' in outcome) await wakeLink(parts, res, outcome.made);
    res.json(linkView(actResult(res, linkOf(outcome))));
  }

  async function foundAgain(res: Response, id: string | null): Promise<LinkInFull | null> {
    return id === null ? null : find(res, id);
  }

  return {
    listLinks: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const { officeId: office, companyId: company, status } = req.query;
      const found = await overseeing(orm, operatorOf(res), (em) => findLinks(em, { office, company, status }, page));
      res.json(listView(found.links.map(linkView), found.total, page));
    },

    requestLink: async (req, res) => {
      const { operator, company } = actingOn(res);
      const outcome = await actOnce(orm, operator, repeatableOf(req), {
        act: async (once) => {
          const office = { id: await knownOffice(req.body.officeId) };
          const requester = { office, by: 'OPERATOR', actor: operator.actor } as const;
          return requestLink(parts, requester, company.taxId, (em, work) =>
            once(em, work, ({ link }) => ({ id: link.id })),
          );
        },
        again: (kept) => foundAgain(res, kept.id),
      });
      if ('made' in outcome) await wakeLink(parts, res, outcome.made);
      const isNew = 'made' in outcome && outcome.made.outcome === 'CREATED';
      res.status(isNew ? 201 : 200).json(linkView(actResult(res, linkOf(outcome))));
    },

    acceptLink: (req, res) => {
      const { issuingAllowed = false } = req.body;
      return change(req, res, (em, sides) =>
        acceptBetween(em, sides, { issuingAllowed, actor: operatorOf(res).actor }),
      );
    },

    refuseLink: (req, res) => change(req, res, (em, sides) => refuseBetween(em, sides, operatorOf(res).actor)),

    endLink: (req, res) => change(req, res, (em, sides) => endBetween(em, sides, operatorOf(res).actor)),

    setLinkIssuing: (req, res) =>
      change(req, res, (em, sides) => allowIssuingBetween(em, sides, req.body.allowed, operatorOf(res).actor)),
  };
}

/** The link in the outcome of an act. */
function linkOf(outcome: ActOutcome<ChangedLink, LinkInFull>): ActOutcome<LinkInFull> {
  return 'made' in outcome ? { made: outcome.made.link } : outcome;
}

/** A link as operators see it: both sides. */
function linkView(link: LinkInFull): AdminSchema<'CompanyLink'> {
  const { id, office, company, status, requestedBy, issuingAllowed, invitation } = link;
  return {
    ...{ id, office, company, status, requestedBy, officeIssuingAllowed: issuingAllowed },
    requestedAt: link.requestedAt.toISOString(),
    decidedAt: link.decidedAt?.toISOString() ?? null,
    endedAt: link.endedAt?.toISOString() ?? null,
    updatedAt: link.updatedAt.toISOString(),
    invitation: invitation && {
      status: invitation.mailStatus,
      error: invitation.mailError ?? null,
      recipients: invitation.recipients,
      sentAt: invitation.sentAt?.toISOString() ?? null,
      expiresAt: invitation.expiresAt.toISOString(),
    },
  };
}
