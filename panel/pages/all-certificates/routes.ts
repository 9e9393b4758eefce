import { Router } from 'express';
import { daysLeftOf } from '../../../domain/companies/certificate-days.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { overseeing } from '../../../operations/in-company.ts';
import { type EndingCertificate, endingCertificatesOf } from '../../../operations/provisioning/certificates.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { pageIn, pager, searchedAt } from '../../parts/pager.ts';
import { homePaths } from '../../parts/places.ts';
import { inDays, shortDate } from '../../parts/words.ts';
import { actingAsOperator, admitted } from '../../session.ts';

const address = '/o/certificados';
const pageSize = 50;

/** Companies whose certificate ends soon, has ended, or was never sent. */
export function allCertificatesPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get(address, admitted('allCertificates'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const now = new Date();
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { certificates, total } = await overseeing(orm, operator, (em) => endingCertificatesOf(em, now, page));
    const body = html`<div class="head"><h1>Certificados</h1></div>
      <p class="soft">Os que vencem em até 30 dias, os vencidos, e as empresas ativas que não têm nenhum.</p>
      ${certificates.length === 0 ? nothing : table(certificates, { now, mayAdd: may(role, 'giveCompanyCertificate') })}
      ${pager(searchedAt(address), { ...page, total }, { rows: ['empresa', 'empresas'] })}`;
    res.send(framedPage({ title: 'Certificados', here: 'certificados', person, body }));
  });

  return router;
}

const nothing = html`<div class="empty">
  <h2>Nada vence em 30 dias</h2>
  <p>Toda empresa ativa tem um certificado em dia. Os que se aproximam do fim aparecem aqui.</p>
</div>`;

function table(certificates: EndingCertificate[], { now, mayAdd }: { now: Date; mayAdd: boolean }): Markup {
  return html`<table class="records">
    <caption class="unseen">
      Certificados que vencem, o que venceu há mais tempo primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Empresa</th>
        <th scope="col">Vence</th>
        <th scope="col">O que fazer</th>
      </tr>
    </thead>
    <tbody>
      ${certificates.map(
        ({ taxId, name, subject, notAfter }) =>
          html`<tr>
            <td>
              <a href="/e/${taxId}/notas">${name}</a><small>${taxIdMask(taxId)}</small>
              ${subject ? html`<small class="breaks">${subject}</small>` : undefined}
            </td>
            <td>${endInWords(notAfter, now)}</td>
            <td class="soft">
              ${notAfter === null ? 'Peça o arquivo .pfx a quem administra a empresa.' : 'Peça o certificado novo a quem administra a empresa.'}
              ${
                mayAdd
                  ? html`<a href="${homePaths.INSTALLATION()}/${taxId}/certificado"
                      >Adicionar…<span class="unseen"> o certificado de ${name}</span></a
                    >`
                  : undefined
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function endInWords(notAfter: Date | null, now: Date): Markup {
  if (notAfter === null) return html`<b class="why" data-kind="bad">Sem certificado</b>`;
  const days = daysLeftOf({ notAfter }, now);
  if (days <= 0) return html`<b class="why" data-kind="bad">Venceu em ${shortDate(notAfter)}</b>`;
  return html`${shortDate(notAfter)}<small>${inDays(days)}</small>`;
}
