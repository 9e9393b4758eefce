import type { Response } from 'express';
import { validate as isUuid } from 'uuid';
import { DomainError, NotFound } from '../../../domain/errors.ts';
import { Office } from '../../../domain/offices/office.entity.ts';
import { listView, pageOf } from '../../../http/page.ts';
import { wakeLink } from '../../../http/wake.ts';
import { onceDone } from '../../../operations/access/repeatable.ts';
import { inOffice, overseeing } from '../../../operations/in-company.ts';
import {
  acceptLink,
  allowIssuing,
  type ChangedLink,
  endLink,
  type LinkSides,
  refuseLink,
} from '../../../operations/offices/change-link.ts';
import { findLinks, type LinkInFull } from '../../../operations/offices/link-in-full.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, type Creation, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type LinkOperations = Extract<keyof AdminHandlers, `${string}Link` | 'listLinks' | 'setLinkIssuing'>;
type OfLink = Creation & { params: { officeId: string } };

/** Which office works for which company. The company of an address is one that the key reaches; of its office nothing is changed but the link. */
export function linkHandlers(parts: PanelParts): Pick<AdminHandlers, LinkOperations> {
  const { orm } = parts;

  /** The link as it is now, of the company of the address. */
  async function find(res: Response, id: string): Promise<LinkInFull | null> {
    const { operator, company } = actingOn(res);
    const { links } = await overseeing(orm, operator, (em) =>
      findLinks(em, { company: company.id, id }, { page: 1, pageSize: 1 }),
    );
    return links[0] ?? null;
  }

  /** An office by its own wall: a key that is bound to companies sees no list of them, but may name one. @throws DomainError `not_found` */
  async function knownOffice(id: string): Promise<string> {
    if ((await inOffice(orm, id, (em) => em.count(Office, { id }))) > 0) return id;
    throw new DomainError('not_found', 'Escritório não encontrado. Confira o identificador.');
  }

  /** Changes the link of the address once for one Idempotency-Key, and has the office's endpoints told. */
  async function change(
    req: OfLink,
    res: Response<AdminSchema<'CompanyLink'>>,
    work: (sides: LinkSides) => Promise<ChangedLink>,
  ): Promise<void> {
    const { operator, company } = actingOn(res);
    const { officeId } = req.params;
    const outcome = await onceDone(orm, operator, repeatableOf(req), {
      act: async () => {
        if (!isUuid(officeId)) throw new NotFound('officeLink');
        const changed = await work({ companyId: company.id, officeId });
        await wakeLink(parts, res, changed);
        return changed.link;
      },
      idOf: ({ id }) => id,
      find: (id) => find(res, id),
    });
    if (outcome.isReplay) res.set('Idempotent-Replayed', 'true');
    res.json(linkView(outcome.result));
  }

  return {
    listLinks: async (req, res) => {
      const page = pageOf(req.query);
      const { officeId: office, companyId: company, status } = req.query;
      const found = await overseeing(orm, operatorOf(res), (em) => findLinks(em, { office, company, status }, page));
      res.json(listView(found.links.map(linkView), found.total, page));
    },

    requestLink: async (req, res) => {
      const { operator, company } = actingOn(res);
      let isNew = false;
      const outcome = await onceDone(orm, operator, repeatableOf(req), {
        act: async () => {
          const office = { id: await knownOffice(req.body.officeId) };
          const requester = { office, by: 'OPERATOR', actor: operator.actor } as const;
          const requested = await requestLink(parts, requester, company.taxId);
          await wakeLink(parts, res, requested);
          isNew = requested.outcome === 'CREATED';
          return requested.link;
        },
        idOf: ({ id }) => id,
        find: (id) => find(res, id),
      });
      if (outcome.isReplay) res.set('Idempotent-Replayed', 'true');
      res.status(isNew && !outcome.isReplay ? 201 : 200).json(linkView(outcome.result));
    },

    acceptLink: (req, res) => {
      const { issuingAllowed } = req.body;
      return change(req, res, (sides) => acceptLink(orm, sides, { issuingAllowed, actor: operatorOf(res).actor }));
    },

    refuseLink: (req, res) => change(req, res, (sides) => refuseLink(orm, sides, operatorOf(res).actor)),

    endLink: (req, res) => change(req, res, (sides) => endLink(orm, sides, operatorOf(res).actor)),

    setLinkIssuing: (req, res) =>
      change(req, res, (sides) => allowIssuing(orm, sides, req.body.allowed, operatorOf(res).actor)),
  };
}

/** A link as an operator sees it, who sees both sides. */
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
