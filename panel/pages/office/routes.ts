import { type Request, type Response, Router } from 'express';
import { DomainError, NotFound } from '../../../domain/errors.ts';
import { wakeLink } from '../../../http/wake.ts';
import { findEntries } from '../../../operations/audit/find-entries.ts';
import { administering, onlyReading } from '../../../operations/in-company.ts';
import {
  acceptLink,
  allowIssuing,
  type ChangedLink,
  endLink,
  type LinkSides,
  refuseLink,
} from '../../../operations/offices/change-link.ts';
import { linksOfCompany } from '../../../operations/offices/links-of-company.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { officeLinksHtml } from './view.ts';

const sentences = {
  aceito: 'Aceito: o escritório já tem acesso.',
  recusado: 'Recusado: o escritório não tem acesso.',
  emite: 'O escritório pode emitir a partir de agora.',
  'nao-emite': 'O escritório não pode mais emitir.',
  encerrado: 'Encerrado: o escritório já não vê nada da empresa.',
};

const linkActions = [
  'LINK_ACCEPTED',
  'LINK_ENDED',
  'LINK_ISSUING_ALLOWED',
  'LINK_ISSUING_FORBIDDEN',
  'LINK_REFUSED',
  'LINK_REQUESTED',
] as const;
const historyShown = 20;

type OfLink = Request<{ taxId: string; id: string }>;

/** The company's links with accountants' offices. */
export function officePages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();

  async function show(req: Request, res: Response, fault?: string): Promise<void> {
    const { person, company } = actingOn(res);
    const page = await onlyReading(async () => ({
      links: await linksOfCompany(orm, company),
      history: await administering(orm, company, async (em) => {
        const { entries } = await findEntries(
          em,
          { company: company.id, actions: linkActions },
          { limit: historyShown },
        );
        return entries;
      }),
    }));
    const done = fault === undefined ? doneNotice(req, sentences) : undefined;
    const told = fault === undefined ? {} : { fault };
    res
      .status(fault === undefined ? 200 : 400)
      .send(officeLinksHtml({ person, base: `/e/${company.taxId}`, ...page, done, ...told }));
  }

  /** Changes the link of the address, wakes the office's endpoints, and redirects with what became of it. */
  async function change(
    req: OfLink,
    res: Response,
    word: keyof typeof sentences,
    work: (sides: LinkSides) => Promise<ChangedLink>,
  ): Promise<void> {
    const { company } = actingOn(res);
    const links = await onlyReading(() => linksOfCompany(orm, company));
    const found = links.find(({ id }) => id === req.params.id);
    if (!found) throw new NotFound('officeLink');
    try {
      await wakeLink(parts, res, await work({ companyId: company.id, officeId: found.office.id }));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return show(req, res, sentenceOf(error));
    }
    res.redirect(303, doneAt(`/e/${company.taxId}/escritorio`, word));
  }

  router.get('/e/:taxId/escritorio', admitted('office'), (req, res) => show(req, res));

  router.post('/e/:taxId/escritorio/:id/aceitar', admitted('acceptLink'), async (req, res) => {
    const issuingAllowed = (await readForm(req)).get('emite') === 'sim';
    const { actor } = actingOn(res).company;
    await change(req, res, 'aceito', (sides) => acceptLink(orm, sides, { issuingAllowed, actor }));
  });

  router.post('/e/:taxId/escritorio/:id/recusar', admitted('refuseLink'), (req, res) =>
    change(req, res, 'recusado', (sides) => refuseLink(orm, sides, actingOn(res).company.actor)),
  );

  router.post('/e/:taxId/escritorio/:id/emissao', admitted('allowIssuing'), async (req, res) => {
    const isAllowed = (await readForm(req)).get('emite') === 'sim';
    await change(req, res, isAllowed ? 'emite' : 'nao-emite', (sides) =>
      allowIssuing(orm, sides, isAllowed, actingOn(res).company.actor),
    );
  });

  router.post('/e/:taxId/escritorio/:id/encerrar', admitted('endLink'), (req, res) =>
    change(req, res, 'encerrado', (sides) => endLink(orm, sides, actingOn(res).company.actor)),
  );

  return router;
}

/** A refusal in words for people: a changed link is explained without technical names. */
function sentenceOf({ code, message }: DomainError): string {
  if (code === 'invalid_state')
    return 'O vínculo mudou enquanto esta página estava aberta. Confira como ele está agora.';
  return message;
}
