import { readOnlyRoles } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { CompanyStanding, TypeStanding } from '../../../operations/readiness/portfolio.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { count } from '../../parts/words.ts';
import { certificateInWords, hindrancesOf, quotaUseInWords, typeMark, companyWarnings } from './words.ts';

type CompanyStandingView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  company: CompanyStanding;
  now: Date;
};

/** A company of the portfolio: what it can issue, its series, what keeps it from issuing, and what the office may do for it. */
export function companyStandingHtml({ person, office, company, now }: CompanyStandingView): string {
  const { taxId, name, environment, types, quota } = company;
  const [issues, warnings] = [hindrancesOf(company), companyWarnings(company)];
  return framedPage({
    title: name,
    here: 'prontidao',
    person,
    body: html`<p class="trail"><a href="/c/${office.taxId}/prontidao">‹ Prontidão</a></p>
      <div class="head"><h1>${name}</h1></div>
      <p>
        ${taxIdMask(taxId)}${environment === 'HOMOLOGATION' ? '. Em homologação: o que ela emite não tem valor fiscal.' : ''}
      </p>
      ${
        issues.length === 0
          ? html`<p class="notice"><b>Pronta.</b> Nada no cadastro impede que ela emita.</p>`
          : html`<section class="notice" data-kind="bad" aria-labelledby="impede">
              <h2 id="impede">O que impede</h2>
              ${sentences(issues)}
              <p>Isto é da empresa: peça a quem a administra que corrija no painel dela.</p>
            </section>`
      }
      ${
        warnings.length === 0
          ? undefined
          : html`<section class="notice" data-kind="wait" aria-labelledby="saber">
              <h2 id="saber">É bom saber</h2>
              ${sentences(warnings)}
            </section>`
      }
      <dl class="facts">
        ${fact('Certificado', certificateInWords(company, now))}
        ${quota ? fact('Cota', quotaUseInWords(quota)) : undefined}
      </dl>
      ${types.length === 0 ? undefined : numbering(types)} ${byOffice(company, person)}`,
  });
}

function sentences(all: string[]): Markup {
  return html`<ul class="bullets">
    ${all.map((each) => html`<li>${each}</li>`)}
  </ul>`;
}

function numbering(types: TypeStanding[]): Markup {
  return html`<section aria-labelledby="numeracao">
    <h2 id="numeracao">O que ela emite, e a numeração</h2>
    <table class="records">
      <thead>
        <tr>
          <th scope="col">Documento</th>
          <th scope="col" class="end">Série</th>
          <th scope="col" class="end">Próximo número</th>
        </tr>
      </thead>
      <tbody>
        ${types.map(
          (type) =>
            html`<tr>
              <td>${typeMark(type)}</td>
              <td class="end">${type.series ?? ''}</td>
              <td class="end">${type.nextNumber === null ? '1' : count(type.nextNumber)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function byOffice({ taxId, issuingAllowed }: CompanyStanding, { office }: SignedIn): Markup {
  const base = `/e/${taxId}`;
  const mayIssue = issuingAllowed && office !== null && !readOnlyRoles.includes(office.role);
  return html`<section aria-labelledby="escritorio">
    <h2 id="escritorio">O que você faz por ela</h2>
    <p>
      ${
        issuingAllowed
          ? 'A empresa deixa o escritório emitir, cancelar e corrigir notas em nome dela. As páginas são as dela, e dizem que você está lá pelo escritório.'
          : 'A empresa não deixa o escritório emitir. Ela muda isso em Escritório, no painel dela; ver, baixar e responder às notas recebidas você já pode.'
      }
    </p>
    <p class="actions">
      ${mayIssue ? html`<a class="button" href="${base}/notas/nova">Emitir por ela</a>` : undefined}
      <a class="button quiet" href="${base}/notas">Notas emitidas</a>
      <a class="button quiet" href="${base}/recebidas">Notas recebidas</a>
    </p>
  </section>`;
}
