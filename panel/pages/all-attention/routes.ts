import { type Request, type Response, Router } from 'express';
import { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import { dispatchClosings, wakeEndpoints, wakeLink } from '../../../http/wake.ts';
import { distributionSources } from '../../../domain/received/kinds.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { closeAgain } from '../../../operations/closings/close-again.ts';
import { nsuIn, setNsuOf } from '../../../operations/distribution/set-nsu.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { acceptLink, refuseLink } from '../../../operations/offices/change-link.ts';
import { companyActedFor, officeActedFor } from '../../../operations/provisioning/acted-for.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { runFactsOf } from '../../../operations/waits/run-facts.ts';
import { changeEndpoint } from '../../../operations/webhooks/change-endpoint.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { homePaths } from '../../parts/places.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { retryWhatWaits, syncNow, attentionSentences, giveUpNumber, mailAgain } from '../attention/acts.ts';
import { invitedHtml } from '../people/view.ts';
import { allAttentionHtml } from './view.ts';
import { thingIn } from './words.ts';

const atMost = 100;

const sentences = {
  ...attentionSentences,
  reativado: 'Reativado: o endereço respondeu, e o que esperava sai agora.',
  decidida: 'Decidido: a emissão segue com a sua decisão.',
  aceito: 'Aceito pela empresa: o escritório vê os documentos dela desde agora.',
  recusado: 'Recusado pela empresa: o escritório não vê nada dela.',
  fechando: 'O fechamento começou de novo, para o escritório. Se falhar outra vez, volta a aparecer aqui.',
  continua: 'A fonte é consultada a partir daí, assim que ela permitir.',
};

/** Remedies that a company's own people have, too: path, page and act. */
const shared = [
  ['tentar', 'allTryAgain', retryWhatWaits],
  ['consultar', 'allAskSources', syncNow],
  ['inutilizar', 'allGiveUpReplaced', giveUpNumber],
] as const;

/** What asks for attention in all companies, and the remedies that are buttons: each applies to the company of its item. */
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

  /** Applies a remedy to the company that the form names, and shows the list again, with what was done or why it was not. */
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

  router.post('/o/atencao/convite', admitted('allAnswerInvitation'), (req, res) =>
    act(req, res, async (form, { id: companyId, actor }) => {
      const { operator } = actingAsOperator(res);
      const office = await officeActedFor(orm, operator, form.get('escritorio') ?? '');
      const sides = { companyId, officeId: office.id };
      const isAccepted = form.get('resposta') === 'aceitar';
      await wakeLink(
        parts,
        res,
        isAccepted ? await acceptLink(orm, sides, { actor }) : await refuseLink(orm, sides, actor),
      );
      return isAccepted ? 'aceito' : 'recusado';
    }),
  );

  router.post('/o/atencao/fechar', admitted('allCloseAgain'), (req, res) =>
    act(req, res, async (form, company) => {
      const { operator } = actingAsOperator(res);
      const named = { company, id: form.get('id') ?? '' };
      await closeAgain(orm, operator, named, (office) => dispatchClosings(parts, res, office));
      return 'fechando';
    }),
  );

  router.post('/o/atencao/nsu', admitted('allSetNsu'), (req, res) =>
    act(req, res, async (form, company) => {
      const { operator } = actingAsOperator(res);
      const source = distributionSources.find((each) => each === form.get('fonte'));
      const nsu = nsuIn((form.get('nsu') ?? '').trim());
      if (!source || nsu === null) {
        throw new DomainError(
          'validation_error',
          'O NSU tem só algarismos, até 15. Nada mudou: confira e diga de novo.',
        );
      }
      await operating(orm, operator, company.id, (em) => setNsuOf(em, company, { source, nsu }));
      return 'continua';
    }),
  );

  router.post('/o/atencao/reenviar', admitted('allResendMail'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const form = await readForm(req);
    const company = await companyActedFor(orm, operator, form.get('empresa') ?? '');
    try {
      const { email, link } = await mailAgain(parts, { req, res }, company, form);
      if (link === null) return res.redirect(303, doneAt('/o/atencao', 'reenviado'));
      const of = { here: 'empresas', name: company.tradeName || company.name } as const;
      res.send(invitedHtml(person, { base: `${homePaths.INSTALLATION()}/${company.taxId}`, of, email, link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      await show(req, res, error.message);
    }
  });

  return router;
}
