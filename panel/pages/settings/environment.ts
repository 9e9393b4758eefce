import { Router } from 'express';
import type { Environment } from '../../../domain/companies/settings.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { wakeAfterCertificate } from '../../../http/runs/wake-after-certificate.ts';
import { hasCertificate } from '../../../operations/distribution/distribution-rows.ts';
import { administering } from '../../../operations/in-company.ts';
import { failures } from '../../failures.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { alert } from '../../parts/alert.ts';
import { doneAt } from '../../parts/done.ts';
import { framedPage } from '../../parts/frame.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { actingOn, admitted } from '../../session.ts';
import { changeCompany } from './save.ts';
import { trail } from './view.ts';

/** The page on which a company begins to issue notes that count, or goes back to trial notes. */
export function environmentPages(parts: PanelParts): Router {
  const router = Router();

  router
    .route('/e/:taxId/ajustes/producao')
    .get(admitted('production'), async (_req, res) => {
      const { person, company } = actingOn(res);
      const canSign = await administering(parts.orm, company, (em) => hasCertificate(em, company.id, new Date()));
      res.send(environmentHtml({ person, base: `/e/${company.taxId}`, present: company.environment, canSign }));
    })
    .post(admitted('changeEnvironment'), async (req, res) => {
      const { person, company } = actingOn(res);
      const base = `/e/${company.taxId}`;
      const form = await readForm(req);
      const asked = form.get('ambiente');
      if (asked !== 'PRODUCTION' && asked !== 'HOMOLOGATION') return failures.unknown(res);
      if (asked === 'PRODUCTION' && !form.get('ciente')) {
        const canSign = await administering(parts.orm, company, (em) => hasCertificate(em, company.id, new Date()));
        const fault = 'Marque que sabe que as notas passam a valer.';
        const told = { person, base, present: company.environment, canSign, fault };
        return void res.status(400).send(environmentHtml(told));
      }
      if (asked !== company.environment) {
        await changeCompany(parts, company, { environment: asked });
        await wakeAfterCertificate(parts, res, { ...company, environment: asked });
      }
      res.redirect(303, doneAt(`${base}/ajustes`, 'ambiente'));
    });

  return router;
}

type EnvironmentView = {
  person: SignedIn;
  base: string;
  present: Environment;
  /** Whether the company has a valid certificate. */
  canSign: boolean;
  fault?: string;
};

function environmentHtml({ person, base, present, canSign, fault }: EnvironmentView): string {
  const goesLive = present === 'HOMOLOGATION';
  const title = goesLive ? 'Ir para produção' : 'Voltar à homologação';
  return framedPage({
    title,
    here: 'ajustes',
    person,
    body: html`${trail(base)}
      <div class="head"><h1>${title}</h1></div>
      ${alert(fault)}
      ${
        goesLive
          ? html`<ul class="said">
              <li>As notas passam a valer: cada uma tem prazo para ser cancelada, e é entregue ao fisco.</li>
              <li>
                A numeração de produção é outra. Se a empresa já emitia em outro sistema, diga antes em
                <a href="${base}/ajustes/notas">Notas</a> a série, e depois de ir para produção o próximo número.
              </li>
              <li>As notas de homologação ficam onde estão, com os números delas.</li>
            </ul>`
          : html`<p>
              As próximas notas saem sem valor fiscal. As de produção ficam como estão, e as que estão em emissão vão
              até o fim.
            </p>`
      }
      ${
        goesLive && !canSign
          ? html`<p class="notice" data-kind="bad">
              A empresa não tem certificado em vigor: <a href="${base}/certificado">adicione-o antes</a>.
            </p>`
          : undefined
      }
      <form method="post" action="${base}/ajustes/producao">
        <input type="hidden" name="ambiente" value="${goesLive ? 'PRODUCTION' : 'HOMOLOGATION'}" />
        ${
          goesLive
            ? html`<div class="field tick">
                <label
                  ><input type="checkbox" name="ciente" value="sim" required />
                  <span>Sei que as próximas notas valem</span></label
                >
              </div>`
            : undefined
        }
        <div class="actions">
          <button class="button">${title}</button>
          <a class="quiet-link" href="${base}/ajustes">Deixar como está</a>
        </div>
      </form>`,
  });
}
