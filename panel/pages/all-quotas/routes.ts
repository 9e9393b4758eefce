import { Router } from 'express';
import { placesLeft } from '../../../domain/companies/quota.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type CompanyQuota, quotaStandings } from '../../../operations/documents/quota.ts';
import { overseeing } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { framedPage } from '../../parts/frame.ts';
import { pageIn, pager, searchedAt } from '../../parts/pager.ts';
import { count, shortDate } from '../../parts/words.ts';
import { actingAsOperator, admitted } from '../../session.ts';

const address = '/o/cotas';
const pageSize = 50;

/** What companies have used of their monthly quota, and what is left. */
export function allQuotasPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get(address, admitted('allQuotas'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { standings, total } = await overseeing(orm, operator, (em) => quotaStandings(em, new Date(), page));
    const body = html`<div class="head"><h1>Cotas do mês</h1></div>
      <p class="soft">
        Documentos em produção das empresas que têm cota: os autorizados e os que estão em emissão.
        ${standings[0] ? `A contagem recomeça em ${shortDate(standings[0].resetsAt)}.` : undefined}
      </p>
      ${standings.length === 0 ? nothing : table(standings)}
      ${pager(searchedAt(address), { ...page, total }, { rows: ['empresa', 'empresas'] })}`;
    res.send(framedPage({ title: 'Cotas', here: 'cotas', person, body }));
  });

  return router;
}

const nothing = html`<div class="empty">
  <h2>Nenhuma empresa tem cota</h2>
  <p>Sem cota, cada uma emite quanto quiser.</p>
</div>`;

function table(standings: CompanyQuota[]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Cotas do mês, a que mais se aproxima do fim primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Empresa</th>
        <th scope="col">Usada</th>
        <th scope="col">Restam</th>
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
        </tr>`;
      })}
    </tbody>
  </table>`;
}
