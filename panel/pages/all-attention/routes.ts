import { type Request, type Response, Router } from 'express';
import { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { companyActedFor } from '../../../operations/provisioning/acted-for.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { runFactsOf } from '../../../operations/waits/run-facts.ts';
import { changeEndpoint } from '../../../operations/webhooks/change-endpoint.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { homes } from '../../parts/places.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { askedAgain, askedSources, attentionSentences, gaveUpNumber, mailedAgain } from '../attention/acts.ts';
import { invitedHtml } from '../people/view.ts';
import { allAttentionHtml } from './view.ts';
import { thingIn } from './words.ts';

const atMost = 100;

const sentences = {
  ...attentionSentences,
  reativado: 'Reativado: o endereço respondeu, e o que esperava sai agora.',
  decidida: 'Decidido: a emissão segue com a sua decisão.',
};

/** Remedies that a company's own people have, too. */
const shared = [
  ['tentar', 'allTryAgain', askedAgain],
  ['consultar', 'allAskSources', askedSources],
  ['inutilizar', 'allGiveUpReplaced', gaveUpNumber],
] as const;

/** What of all companies asks for attention, and the remedies that are buttons: each is done for the company of its item. */
export function allAttentionPages(parts: PanelParts): Router {
  const { orm, rates, runAddress } = parts;
  const router = Router();

  async function show(req: Request, res: Response, fault?: string): Promise<void> {
    const { person, operator, role } = actingAsOperator(res);
    const now = new Date();
    const { tipo, empresa } = req.query;
    const [only, taxId] = [thingIn(tipo), plainTaxId(typeof empresa === 'string' ? empresa : '').slice(0, 14)];
    const page = await overseeing(orm, operator, async (em) => {
      const company = taxId === '' ? null : await em.findOne(Company, { taxId });
      const wanted = { company: company && { id: company.id, taxId }, atMost, only, now, rates };
      const found = await attention(em, wanted);
      const isUnknown = taxId !== '' && company === null;
      return { found, isUnknown, runs: await runFactsOf(em, found.items) };
    });
    const unknown = page.isUnknown ? 'Não há empresa com este CNPJ ou CPF. Estas são de todas as empresas.' : undefined;
    const told = fault ?? unknown;
    res.status(told === undefined ? 200 : 400).send(
      allAttentionHtml({
        ...{ person, role, only, now, runAddress, ...page },
        company: page.isUnknown ? '' : taxId,
        done: told === undefined ? doneNotice(req, sentences) : undefined,
        fault: told,
      }),
    );
  }

  /** Does what a button asks for, for the company that its form names, and shows the list again: with what was done, or why it was not. */
  async function act(
    req: Request,
    res: Response,
    work: (form: URLSearchParams, company: ActingCompany) => Promise<keyof typeof sentences>,
  ): Promise<void> {
    const form = await readForm(req);
    const company = await companyActedFor(orm, actingAsOperator(res).operator, form.get('empresa') ?? '');
    try {
      res.redirect(303, doneAt('/o/atencao', await work(form, company)));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'service_unavailable') throw error;
      await show(req, res, error.message);
    }
  }

  router.get('/o/atencao', admitted('allAttention'), (req, res) => show(req, res));

  for (const [path, page, remedy] of shared) {
    router.post(`/o/atencao/${path}`, admitted(page), (req, res) =>
      act(req, res, (form, company) => remedy(parts, company, form)),
    );
  }

  router.post('/o/atencao/reativar', admitted('allReactivate'), (req, res) =>
    act(req, res, async (form, { id: companyId, taxId, actor }) => {
      const { operator } = actingAsOperator(res);
      const named = { id: form.get('id') ?? '', actor };
      const changed = await changeEndpoint((work) => operating(orm, operator, companyId, work), parts, named, {
        isActive: true,
      });
      const woken = { ownerLabel: taxId, endpoints: [changed.endpoint.id] };
      if (changed.isProven) await wakeEndpoints(parts, res, woken);
      return 'reativado';
    }),
  );

  router.post('/o/atencao/reenviar', admitted('allResendMail'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const form = await readForm(req);
    const company = await companyActedFor(orm, operator, form.get('empresa') ?? '');
    try {
      const { email, link } = await mailedAgain(parts, { req, res }, company, form);
      if (link === null) return res.redirect(303, doneAt('/o/atencao', 'reenviado'));
      const of = { here: 'empresas', name: company.tradeName || company.name } as const;
      res.send(invitedHtml(person, { base: `${homes.INSTALLATION()}/${company.taxId}`, of, email, link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      await show(req, res, error.message);
    }
  });

  return router;
}
