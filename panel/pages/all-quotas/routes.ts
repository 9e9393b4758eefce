import { Router } from 'express';
import { placesLeft } from '../../../domain/companies/quota.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import { type CompanyQuota, quotaStandings } from '../../../operations/documents/quota.ts';
import { overseeing } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { pageIn, pager, searchedAt } from '../../parts/pager.ts';
import { homePaths } from '../../parts/places.ts';
import { count, shortDate } from '../../parts/words.ts';
import { actingAsOperator, admitted } from '../../session.ts';

const address = '/o/cotas';
const pageSize = 50;

/** What companies have used of their monthly quotas, and what is left. */
export function allQuotasPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get(address, admitted('allQuotas'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const asked = typeof req.query['empresa'] === 'string' ? plainTaxId(req.query['empresa']) : '';
    const isKnown = asked !== '' && (await overseeing(orm, operator, (em) => em.count(Company, { taxId: asked }))) > 0;
    if (isKnown) return res.redirect(303, quotaAt(asked));
    const fault = asked === '' ? undefined : 'Não há empresa com este CNPJ ou CPF.';
    const mayChange = may(role, 'setCompanyQuota');
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { standings, total } = await overseeing(orm, operator, (em) => quotaStandings(em, new Date(), page));
    const body = html`<div class="head"><h1>Cotas do mês</h1></div>
      <p class="soft">
        Documentos em produção das empresas que têm cota: os autorizados e os que estão em emissão.
        ${standings[0] ? `A contagem recomeça em ${shortDate(standings[0].resetsAt)}.` : undefined}
      </p>
      ${alert(fault)} ${mayChange ? find : undefined}
      ${standings.length === 0 ? nothing : table(standings, mayChange)}
      ${pager(searchedAt(address), { ...page, total }, { rows: ['empresa', 'empresas'] })}`;
    res.status(fault ? 400 : 200).send(framedPage({ title: 'Cotas', here: 'cotas', person, body }));
  });

  return router;
}

const quotaAt = (taxId: string): string => `${homePaths.INSTALLATION()}/${taxId}/cota`;

/** Leads to a company that has no quota yet. */
const find = html`<form class="find" method="get" action="${address}" role="search">
  <label class="field grow"
    ><span>Dar uma cota a uma empresa, ou mudar a dela</span>
    <input name="empresa" placeholder="CNPJ ou CPF" required />
  </label>
  <button class="button quiet">Abrir</button>
</form>`;

const nothing = html`<div class="empty">
  <h2>Nenhuma empresa tem cota</h2>
  <p>Sem cota, cada uma emite quanto quiser.</p>
</div>`;

function table(standings: CompanyQuota[], mayChange: boolean): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Cotas do mês, a que mais se aproxima do fim primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Empresa</th>
        <th scope="col">Usada</th>
        <th scope="col">Restam</th>
        ${mayChange ? html`<th scope="col"><span class="unseen">O que fazer</span></th>` : undefined}
      </tr>
    </thead>
    <tbody>
      ${standings.map((standing) => {
        const { taxId, name, limit, authorized, underWay } = standing;
        const left = placesLeft(standing);
        return html`<tr>
          <td><a href="/e/${taxId}/notas">${name}</a><small>${taxIdMask(taxId)}</small></td>
          <td>
            ${count(authorized + underWay)} de ${count(limit)}
            ${underWay > 0 ? html`<small>${count(underWay)} em emissão</small>` : undefined}
          </td>
          <td>${left === 0 ? html`<b class="why" data-kind="bad">Esgotada</b>` : count(left)}</td>
          ${
            mayChange
              ? html`<td>
                  <a href="${quotaAt(taxId)}">Mudar…<span class="unseen"> a cota de ${name}</span></a>
                </td>`
              : undefined
          }
        </tr>`;
      })}
    </tbody>
  </table>`;
}
