import { type Response, Router } from 'express';
import { v7 as uuid } from 'uuid';
import { companyScopes } from '../../../domain/access/scopes.ts';
import { fingerprintOf } from '../../../domain/fingerprint.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import { startOrLeave } from '../../../http/runs/start-emission.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { createDocument } from '../../../operations/documents/create.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { administering } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning.ts';
import { rowIdIn } from '../../forms/row-id.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { keyAndFirstCall } from '../keys/view.ts';
import { examHtml, keyFormHtml, noteAgainHtml, noteStepHtml, noTestHtml } from './proof-view.ts';
import { startProgressOf } from './steps.ts';
import { onward, stepHtml } from './view.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import type { ActingCompany } from '../../../operations/acting.ts';

/** The first steps that prove something: the authority answers, a note is authorized, a system may call. */
export function startProofPages(parts: PanelParts): Router {
  const { orm, temporal, apiUrl } = parts;
  const router = Router();

  async function view(res: Response) {
    const { person, company } = actingOn(res);
    return { person, base: `/e/${company.taxId}`, progress: await startProgressOf(parts, res) };
  }

  router.get('/e/:taxId/comecar/exame', admitted('startExam'), async (_req, res) => {
    const findings = await parts.examine(actingOn(res).company);
    const told = await view(res);
    res.send(stepHtml(told, 'exame', examHtml(told.base, findings)));
  });

  router
    .route('/e/:taxId/comecar/nota')
    .get(admitted('startNote'), async (req, res) => {
      const { company } = actingOn(res);
      const asked = req.query['nota'];
      const told = await view(res);
      const { base } = told;
      if (typeof asked === 'string') {
        const note = await findDocumentWithStory(orm, company, asked);
        // Without scripts the page reloads itself while the note is under way.
        if (note.document.status === 'PROCESSING') res.set('Refresh', '2');
        return void res.send(stepHtml(told, 'nota', noteStepHtml({ base, note, now: new Date() })));
      }
      const body = company.environment === 'HOMOLOGATION' ? noteAgainHtml(told, uuid(), null) : noTestHtml(base);
      res.send(stepHtml(told, 'nota', body));
    })
    .post(admitted('issueTestNote'), async (req, res) => {
      const { company } = actingOn(res);
      const told = await view(res);
      const form = await readForm(req);
      if (company.environment !== 'HOMOLOGATION') {
        return void res.status(400).send(stepHtml(told, 'nota', noTestHtml(told.base)));
      }
      const asked = rowIdIn(form) ?? uuid();
      try {
        const id = await issueTest(res, asked);
        res.redirect(303, `${told.base}/comecar/nota?nota=${id}`);
      } catch (error) {
        const { fault } = refusedForm(error, form, []);
        res.status(400).send(stepHtml(told, 'nota', noteAgainHtml(told, asked, fault)));
      }
    });

  /** Creates the test note once for each form, and issues it. @throws DomainError as `createDocument` */
  async function issueTest(res: Response, asked: string): Promise<string> {
    const { company } = actingOn(res);
    const body = checkedBody('FiscalDocumentCreation', testSale(company, asked));
    const caller = { keyId: null, company, office: null };
    const { document, isReplay } = await createDocument(parts, caller, {
      sale: saleRequest(body),
      recipient: body,
      emit: true,
      externalId: body.externalId ?? null,
      repeatable: { key: `teste-${asked}`, fingerprint: fingerprintOf(body) },
    });
    if (document.status === 'PROCESSING' && !isReplay) {
      await startOrLeave(temporal, document, { taxId: company.taxId, log: res.locals.log });
    }
    return document.id;
  }

  router
    .route('/e/:taxId/comecar/chave')
    .get(admitted('startKey'), async (_req, res) => {
      const told = await view(res);
      res.send(stepHtml(told, 'chave', keyFormHtml(told, uuid(), null)));
    })
    .post(admitted('createFirstKey'), async (req, res) => {
      const { company } = actingOn(res);
      const form = await readForm(req);
      const id = rowIdIn(form) ?? uuid();
      const input = { company, id, name: 'Primeiro sistema', scopes: companyScopes };
      try {
        const { secret } = await administering(orm, company, (em) => createKey(em, input, company.actor));
        const told = await view(res);
        const body = html`${keyAndFirstCall({ apiUrl, secret })}
          <p>
            Para que o seu sistema saiba de cada nota sem perguntar, diga para onde vão os avisos: na página do endereço
            há um botão que envia um teste.
          </p>
          <p class="actions">
            ${onward(told.base, 'chave', 'Já guardei a chave')}
            <a class="button quiet" href="${told.base}/webhooks/novo">Já guardei: testar os avisos…</a>
          </p>`;
        res.send(stepHtml(told, 'chave', body));
      } catch (error) {
        const { fault } = refusedForm(error, form, []);
        const told = await view(res);
        res.status(400).send(stepHtml(told, 'chave', keyFormHtml(told, uuid(), fault)));
      }
    });

  return router;
}

/** The sale of the test note: to a made-up client in the company's own city. */
function testSale({ settings }: ActingCompany, asked: string) {
  const { street, number, neighborhood, city, state, municipalityCode, zipCode } = settings?.address ?? {};
  const address = { street, number, neighborhood, city, state, municipalityCode, zipCode };
  return {
    type: 'NFE',
    emit: true,
    externalId: `primeira-nota-${asked.slice(-12)}`,
    operationNature: 'Venda de mercadoria',
    finalConsumer: true,
    client: { name: 'Cliente de teste', document: '11144477735', ...address },
    items: [
      {
        code: 'TESTE',
        description: 'Item de teste',
        ncm: '19012090',
        unit: 'UN',
        quantity: '1',
        unitValue: '10.00',
      },
    ],
    payments: [{ method: 'PIX', value: '10.00' }],
  };
}
