import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { wakeLink } from '../../../http/wake.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { type ChangedLink, endLink, type LinkSides, withdrawRequest } from '../../../operations/offices/change-link.ts';
import { linkOfOffice, linksOfOffice, type LinkOfOffice } from '../../../operations/offices/links-of-office.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { linkEndHtml, linksHtml, type LinksFilter } from './view.ts';
import { groupIn } from './words.ts';

const pageSize = 50;

const sentences = {
  convidada: 'Pronto: a empresa foi convidada. O e-mail sai em instantes, e aqui se vê o que acontece com ele.',
  'sem-email':
    'O pedido está feito, mas ninguém pôde ser convidado: a empresa não tem e-mail de administrador no cadastro. Ela pode aceitar pelo painel dela, em Escritório.',
  pedida: 'Esta empresa já está convidada: veja ao lado dela onde está o e-mail.',
  'na-carteira': 'Esta empresa já está na sua carteira.',
  reenviado: 'Pronto: outro convite está a caminho. O anterior não abre mais.',
  retirado: 'Pronto: o pedido foi retirado, e o convite não abre mais.',
  encerrado: 'Encerrado: o escritório já não vê nada da empresa.',
};

type OfLink = Request<{ id: string }>;

/** An office's links with companies: which it asked, where each mail stands, and what it can do. */
export function linkPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/c/:taxId/vinculos';
  const addressHere = (res: Response): string => `/c/${actingForOffice(res).office.taxId}/vinculos`;

  /** Sends the list, below the reason why a request was refused. */
  async function show(req: Request, res: Response, refused?: { fault: string; taxId?: string }): Promise<void> {
    const { person, office } = actingForOffice(res);
    const group = groupIn(req.query['situacao']);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, search, fault } = await searched(req.query['busca'], (search) =>
      inPortfolio(orm, office, (em) => linksOfOffice(em, { group, search }, page)),
    );
    const told = refused?.fault ?? fault;
    const filter: LinksFilter = { group, search, page: page.page };
    const done = told === undefined ? doneNotice(req, sentences) : undefined;
    const view = { person, office, mayAct: may(office.role, 'askForLink'), now: new Date(), pageSize, ...found, done };
    const html = linksHtml({ ...view, filter, fault: told, asked: refused?.taxId });
    res.status(told === undefined ? 200 : 400).send(html);
  }

  const foundIn = (req: OfLink, res: Response): Promise<LinkOfOffice> =>
    inPortfolio(orm, actingForOffice(res).office, (em) => linkOfOffice(em, req.params.id));

  /** Asks the company, has the mail sent, and returns the word for what became of it. */
  async function ask(res: Response, taxId: string, isAgain: boolean): Promise<keyof typeof sentences> {
    const { office } = actingForOffice(res);
    const asker = { office, by: 'OFFICE', actor: office.actor, isAgain } as const;
    const requested = await requestLink(parts, asker, taxId);
    await wakeLink(parts, res, requested);
    const { outcome, invitation } = requested;
    if (outcome === 'ACTIVE') return 'na-carteira';
    if (outcome === 'PENDING') return 'pedida';
    if (!invitation) return 'sem-email';
    return isAgain ? 'reenviado' : 'convidada';
  }

  /** Ends or withdraws the link of the address, and redirects to the list. */
  async function over(
    req: OfLink,
    res: Response,
    word: keyof typeof sentences,
    work: (sides: LinkSides) => Promise<ChangedLink>,
  ): Promise<void> {
    const { office } = actingForOffice(res);
    const { company } = await foundIn(req, res);
    await wakeLink(parts, res, await work({ companyId: company.id, officeId: office.id }));
    res.redirect(303, doneAt(addressHere(res), word));
  }

  /** Shows faults that a person can mend above the list. */
  async function orShow(req: Request, res: Response, work: () => Promise<void>, taxId?: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      await show(req, res, { fault: sentenceOf(error), ...(taxId !== undefined && { taxId }) });
    }
  }

  router.get(at, admitted('links'), (req, res) => show(req, res));

  router.post(`${at}/convidar`, admitted('askForLink'), async (req, res) => {
    const taxId = ((await readForm(req)).get('cnpj') ?? '').trim();
    if (taxId === '') return show(req, res, { fault: 'Escreva o CNPJ ou CPF da empresa a convidar.', taxId });
    const work = async () => res.redirect(303, doneAt(addressHere(res), await ask(res, taxId, false)));
    await orShow(req, res, work, taxId);
  });

  router.post(`${at}/:id/reenviar`, admitted('askAgainForLink'), async (req: OfLink, res) => {
    const { company } = await foundIn(req, res);
    await orShow(req, res, async () =>
      res.redirect(303, doneAt(addressHere(res), await ask(res, company.taxId, true))),
    );
  });

  router.post(`${at}/:id/retirar`, admitted('withdrawLink'), (req: OfLink, res) =>
    orShow(req, res, () =>
      over(req, res, 'retirado', (sides) => withdrawRequest(orm, sides, actingForOffice(res).office.actor)),
    ),
  );

  router.get(`${at}/:id/encerrar`, admitted('linkEnd'), async (req: OfLink, res) => {
    const { person } = actingForOffice(res);
    const link = await foundIn(req, res);
    if (link.status !== 'ACTIVE') return res.redirect(303, addressHere(res));
    res.send(linkEndHtml({ person, address: addressHere(res), link }));
  });

  router.post(`${at}/:id/encerrar`, admitted('endLinkOfOffice'), (req: OfLink, res) =>
    orShow(req, res, () =>
      over(req, res, 'encerrado', (sides) => endLink(orm, sides, actingForOffice(res).office.actor)),
    ),
  );

  return router;
}

/** A refusal in words for people, where the API's words are for programs. */
function sentenceOf({ code, message }: DomainError): string {
  switch (code) {
    case 'invalid_state':
      return 'O vínculo mudou enquanto esta página estava aberta. Confira como ele está agora.';
    case 'company_not_found':
      return 'Não há empresa com este CNPJ ou CPF nesta instalação do Lavra. Confira os números, ou peça a quem opera o Lavra que a cadastre.';
    case 'company_already_linked':
      return 'Esta empresa trabalha com outro escritório. Ela precisa encerrar aquele vínculo, em Escritório, antes que você a convide.';
    default:
      return message;
  }
}
