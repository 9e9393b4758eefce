import { type Response, Router } from 'express';
import type { Transact } from '../../../operations/transactions.ts';
import { shortDate } from '../../parts/words.ts';
import { certificateForm } from '../certificate/view.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { failures } from '../../failures.ts';
import { takeCertificate } from '../../forms/certificate-form.ts';
import { type FieldGroup, fieldGroups, type FormState, unsent, fieldsIn } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { administering } from '../../../operations/in-company.ts';
import { bases } from '../../../site/addresses.ts';
import { actingOn, admitted } from '../../session.ts';
import { shownIn } from '../settings/changes.ts';
import { identityParts, numbers } from '../settings/fields.ts';
import { readSettings, saveSettings } from '../settings/save.ts';
import { consumerParts, nextNumbers, numberParts, regimeParts, usualTaxes } from './forms.ts';
import { startProgressOf, stepAfter, type StepSlug } from './steps.ts';
import { onward, startHtml, stepHtml } from './view.ts';

/** The steps that are forms of the company's settings, with the text above each. */
const forms = {
  empresa: {
    parts: identityParts,
    words: 'Confira como a empresa sai nas notas. Código da cidade e dígitos da inscrição são conferidos por nós.',
  },
  regime: { parts: regimeParts, words: 'Escolha o regime. O que ficar vazio segue o de costume para ele.' },
  numeros: { parts: numberParts, words: 'A numeração segue sozinha; aqui só se diz onde ela começa.' },
  nfce: { parts: consumerParts, words: 'Sem balcão, siga adiante: nada falta.' },
} as const satisfies Partial<Record<StepSlug, { parts: readonly FieldGroup[]; words: string }>>;

type FormSlug = keyof typeof forms;

/** The first steps of a company: the overview, its certificate, and its settings. */
export function startPages(parts: PanelParts): Router {
  const router = Router();

  async function view(res: Response) {
    const { person, company } = actingOn(res);
    return { person, base: `/e/${company.taxId}`, progress: await startProgressOf(parts, res) };
  }

  router.get('/e/:taxId/comecar', admitted('start'), async (_req, res) => void res.send(startHtml(await view(res))));

  router
    .route('/e/:taxId/comecar/certificado')
    .get(admitted('startCertificate'), async (_req, res) => void res.send(await certificateStep(res, unsent())))
    .post(admitted('addFirstCertificate'), async (req, res) => {
      const { company } = actingOn(res);
      const transact: Transact = (work) => administering(parts.orm, company, work);
      const faults = await takeCertificate(parts, req, res, { company, transact });
      if (faults) return void res.status(400).send(await certificateStep(res, faults));
      res.redirect(303, `/e/${company.taxId}/comecar/empresa`);
    });

  async function certificateStep(res: Response, state: FormState): Promise<string> {
    const told = await view(res);
    const { base, progress } = told;
    const { certificate } = progress;
    const present = certificate
      ? html`<p class="notice">
          Há um certificado até ${shortDate(certificate.notAfter)}. ${onward(base, 'certificado')}
        </p>`
      : undefined;
    const help =
      actingOn(res).company.taxId.length === 11
        ? 'O certificado tem de ser um e-CPF de quem emite.'
        : 'O CNPJ do certificado tem de ser o da empresa, ou o da matriz dela.';
    return stepHtml(
      told,
      'certificado',
      html`${present} ${certificateForm(`${base}/comecar/certificado`, state, help)}`,
    );
  }

  router
    .route('/e/:taxId/comecar/:step')
    .get(admitted('startStep'), async (req, res) => {
      const { step } = req.params;
      if (!isForm(step)) return failures.unknown(res);
      const { company } = actingOn(res);
      const { settings } = await readSettings(parts, company);
      res.send(
        stepHtml(
          await view(res),
          step,
          formOf(res, step, unsent(shownIn(settings, { fields: fieldsIn(forms[step].parts), lists: [] }))),
        ),
      );
    })
    .post(admitted('saveStep'), async (req, res) => {
      const { step } = req.params;
      if (!isForm(step)) return failures.unknown(res);
      const state = await save(res, step, await readForm(req));
      if (state) return void res.status(400).send(stepHtml(await view(res), step, formOf(res, step, state)));
      res.redirect(303, `/e/${actingOn(res).company.taxId}/comecar/${stepAfter(step)}`);
    });

  /** @returns the form with what is wrong; null once it is saved */
  async function save(res: Response, step: FormSlug, form: URLSearchParams): Promise<FormState | null> {
    const { company } = actingOn(res);
    const fields = fieldsIn(forms[step].parts);
    const asWritten = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? '']));
    switch (step) {
      case 'empresa':
        return saveSettings(parts, company, { form, fields });
      case 'regime': {
        const over = { taxDefaults: usualTaxes(form, company.taxId, company.settings?.taxDefaults ?? {}) };
        return saveSettings(parts, company, { form, fields, over });
      }
      case 'numeros':
      case 'nfce': {
        const model = step === 'nfce' ? '65' : '55';
        const ofModel = fieldsIn([numbers]).filter(({ name }) => name.startsWith(`series.${model}.`));
        const state = await saveSettings(parts, company, { form: nextNumbers(form, model), fields: ofModel });
        return state && { ...state, values: asWritten };
      }
    }
  }

  return router;
}

/** A company that comes from another system needs one of these two ways. */
const fromElsewhere = html`<h2>Vem de outro sistema? Há dois caminhos</h2>
  <ul>
    <li>
      <b>Trazer o passado.</b> Quem opera o Lavra importa os XML do outro sistema: as notas ficam guardadas, clientes e
      produtos vêm juntos, e a numeração segue da última nota sem que se diga nada aqui.
      <a href="${bases.panel}/guias/importar-o-passado">Como se importa</a>
    </li>
    <li><b>Só seguir a numeração.</b> Diga abaixo o último número que o outro sistema usou, ou use outra série.</li>
  </ul>`;

function isForm(step: string): step is FormSlug {
  return Object.hasOwn(forms, step);
}

function formOf(res: Response, step: FormSlug, state: FormState): Markup {
  const { company } = actingOn(res);
  const base = `/e/${company.taxId}`;
  const { parts, words } = forms[step];
  if (!company.settings) {
    return html`<p class="notice" data-kind="bad">
      O cadastro da empresa ainda não foi aberto. Peça a quem cuida do Lavra que o complete.
    </p>`;
  }
  return html`<p>${words}</p>
    ${step === 'numeros' ? fromElsewhere : undefined}
    <form method="post" action="${base}/comecar/${step}">
      ${fieldGroups(parts, state)}
      <div class="actions">
        <button class="button">Guardar e continuar</button>
        ${step === 'nfce' ? html`<a class="quiet-link" href="${base}/comecar/exame">Não vendo no balcão</a>` : undefined}
      </div>
    </form>`;
}
