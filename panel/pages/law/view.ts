import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type Expiry, expiryNotice } from '../../../domain/taxation/rates/ibs-cbs.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { PackShown } from '../../../operations/law/packs-shown.ts';
import type { Origin, RatesInForce } from '../../../operations/law/rates-in-force.ts';
import { sentence, shortDay } from '../../parts/words.ts';
import { framedPage } from '../../parts/frame.ts';
import type { LawChange } from '../../../domain/law-calendar.ts';

export type LawView = {
  person: SignedIn;
  rates: RatesInForce;
  expiry: Expiry;
  schemas: { packs: PackShown[]; missing: string[] };
};

export const lawAt = '/o/tabelas';

/** The tables of the law that this process uses, since when they apply, and what is missing in them. */
export function lawHtml(view: LawView): string {
  const { person, rates, schemas } = view;
  return framedPage({
    title: 'Tabelas',
    here: 'tabelas',
    person,
    body: html`<div class="head">
        <h1>Tabelas da lei</h1>
        <a class="button quiet" href="${lawAt}/ensaio">Ensaiar um dia…</a>
      </div>
      ${missing(view)} ${newTaxes(rates)} ${changes(rates)} ${packs(schemas.packs)} ${ofStates(rates)} ${rest(rates)}`,
  });
}

/** What is missing in the tables, or ends soon, so that an operator has to act. */
function missing({ expiry, schemas }: LawView): Markup {
  const notice = expiryNotice(expiry);
  return html`${
    notice === null
      ? html`<p class="done">As alíquotas do IBS e da CBS são conhecidas até a véspera de ${shortDay(expiry.from)}.</p>`
      : html`<section class="notice" data-kind="${expiry.days > 0 ? 'wait' : 'bad'}">
          <h2>Faltam alíquotas</h2>
          <p>${sentence(notice)} Quando a lei as publicar, acrescente-as e reinicie API, painel e workers:</p>
          <p><code>lavra rates add ibs-cbs --cbs &lt;percentual&gt; --law &lt;lei&gt;</code></p>
        </section>`
  }
  ${
    schemas.missing.length === 0
      ? undefined
      : html`<p class="notice" data-kind="wait">
          Não há esquemas instalados aqui para ${schemas.missing.join(' e ')}. Os workers conferem cada documento por
          eles; o painel só os usa no ensaio.
        </p>`
  }`;
}

function newTaxes({ ibsCbs }: RatesInForce): Markup {
  return section('ibs-cbs', 'IBS e CBS', [
    lawTable(
      'Alíquotas do IBS e da CBS',
      ['Vale', 'IBS', 'CBS'],
      ibsCbs.map(({ from, until, state, municipal, cbs, table: origin }) => [
        html`${shortDay(from)} a ${shortDay(until)}${originMark(origin)}`,
        html`${percent(state)} do estado, ${percent(municipal)} do município`,
        cbs === null ? html`<b class="why" data-kind="bad">não publicada</b>` : html`${percent(cbs)}`,
      ]),
    ),
  ]);
}

function changes({ calendar }: RatesInForce): Markup {
  return section('mudancas', 'O que a lei muda, e desde quando', [
    html`<p class="soft">De que norma vem cada dia, diz <code>lavra rates show</code>.</p>`,
    lawTable(
      'Mudanças da lei',
      ['Mudança', 'Homologação', 'Produção'],
      calendar.map(({ change, homologation, production, confidence, table: origin }) => [
        html`${changeWords[change]}${confidence === 'HIGH' ? undefined : html`<small>a confirmar</small>`}${originMark(origin)}`,
        html`${dayOrNone(homologation)}`,
        html`${dayOrNone(production)}`,
      ]),
    ),
  ]);
}

function packs(shown: PackShown[]): Markup {
  return section('esquemas', 'Esquemas oficiais', [
    shown.length === 0
      ? html`<p>Nenhum pacote instalado neste processo.</p>`
      : lawTable(
          'Pacotes de esquemas',
          ['Pacote', 'Vale', 'Confere hoje'],
          shown.map(({ id, validFrom, validUntil, families, inForce }) => [
            html`${id}<small>${families.join(', ')}</small>`,
            html`desde
            ${shortDay(validFrom)}${validUntil === null ? undefined : html`<small>até ${shortDay(validUntil)}</small>`}`,
            html`${inForce.length === 0 ? 'nada ainda, ou nada mais' : inForce.join(', ')}`,
          ]),
        ),
  ]);
}

function ofStates({ icms, fcp }: RatesInForce): Markup {
  return html`<details class="folded">
    <summary>ICMS e fundo de combate à pobreza, por estado</summary>
    ${lawTable(
      'ICMS e fundo por estado',
      ['Estado', 'ICMS', 'Fundo'],
      icms.map(({ state, rate, from, law, table: origin }) => {
        const fund = fcp.find((row) => row.state === state)?.rate;
        return [
          html`${state}<small>desde ${shortDay(from)}</small><small class="breaks">${law}</small>${originMark(origin)}`,
          html`${percent(rate)}`,
          html`${fundInWords(fund)}`,
        ];
      }),
    )}
  </details>`;
}

function fundInWords(fund: RatesInForce['fcp'][number]['rate'] | undefined): string {
  if (!fund) return 'não há';
  const taken = fund.acceptedUpTo === null ? (fund.accepted ?? []).map(percent) : [`até ${percent(fund.acceptedUpTo)}`];
  return taken.length === 0 ? 'não há' : taken.join(' ou ');
}

function rest({ approximateTaxes, difalInsideBase, cClassTrib }: RatesInForce): Markup {
  return html`<p class="soft">
    Tributos aproximados (Lei 12.741):
    ${approximateTaxes ? `${approximateTaxes.source}, de ${shortDay(approximateTaxes.from)} a ${shortDay(approximateTaxes.until)}` : 'nenhuma tabela'}.
    DIFAL com o imposto do destino na base: ${difalInsideBase.join(', ') || 'nenhum estado'}. Classificações do IBS e da
    CBS: tabela oficial de ${shortDay(cClassTrib.day)}.
  </p>`;
}

function section(id: string, title: string, inside: Markup[]): Markup {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${inside}
  </section>`;
}

/** A small table; the first cell of a row names it. */
export function lawTable(caption: string, heads: readonly string[], rows: readonly Markup[][]): Markup {
  return html`<table class="records">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Marks what the operator's own file says in place of Lavra's tables. */
function originMark(origin: Origin): Markup | undefined {
  return origin === 'LAVRA' ? undefined : html`<small>do arquivo desta instalação</small>`;
}

const percent = (rate: string): string => `${rate.replace('.', ',')}%`;

const dayOrNone = (day: string | null): string => (day === null ? 'sem data' : shortDay(day));

/** Each change of the law in words. */
const changeWords: Record<LawChange, string> = {
  TECHNICAL_RESPONSIBLE_CODES: 'O Paraná pede o código do responsável técnico (CSRT) nas NF-e',
  TAX_GROUP_OF_THE_REFORM: 'Notas do regime normal trazem IBS e CBS',
  TAX_GROUP_OF_THE_REFORM_IN_SIMPLES: 'Notas do Simples Nacional trazem IBS e CBS',
  RETURNS_NAME_ITEMS: 'Devoluções dizem, item por item, de que nota são',
  SERVICES_OUTSIDE_THE_LIST: 'Locações e intangíveis, fora do ISSQN e do ICMS, saem por NFS-e',
  SERVICE_TAX_GROUP_OF_THE_REFORM: 'NFS-e trazem IBS e CBS',
  CONSUMER_NOTES_NOT_REFERRED_TO: 'NF-e de saída não se refere a NFC-e nem a outra nota de varejo',
  DANFE_TOTALS_OF_THE_REFORM: 'O DANFE traz os totais de IBS, CBS e Imposto Seletivo',
  REGISTERS_OF_PARTIES: 'As partes de cada nota são conferidas no cadastro da Receita Federal',
  NOTES_WITHOUT_STATE_REGISTRATION: 'Quem não tem inscrição estadual emite NF-e pela SEFAZ Virtual do RS',
  CONSUMER_NOTES_WITHOUT_STATE_REGISTRATION: 'Quem não tem inscrição estadual emite NFC-e',
  NEW_TAXES_INSIDE_PRICE: 'O preço contém IBS, CBS e Imposto Seletivo',
  NET_VALUES: 'Os valores líquidos que a nota diz são conferidos',
  SIMPLES_PAYS_NEW_TAXES: 'O Simples Nacional recolhe IBS e CBS na guia única',
  SIMPLES_GROUP: 'Notas do Simples Nacional dizem a atividade e o regime de IBS e CBS',
  END_OF_PIS_COFINS: 'PIS e COFINS acabam',
  SELECTIVE_TAX: 'O Imposto Seletivo começa',
  IPI_AT_ZERO: 'O IPI fica em zero, salvo do que concorre com a Zona Franca de Manaus',
};
