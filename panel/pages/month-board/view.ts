import { type BoardCompany, type Lane, lanes, laneOf } from '../../../domain/closings/board.ts';
import { type Month, monthInDigits } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import type { RunAddress } from '../../parts/run-link.ts';
import { searchForm } from '../../parts/search-form.ts';
import { count } from '../../parts/words.ts';
import { months, named } from './month.ts';
import { type BoardPlace, companyRow, closingForm } from './row.ts';
import { daysOf, laneWords } from './words.ts';

export type MonthBoardView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  month: Month;
  companies: BoardCompany[];
  search: string;
  now: Date;
  /** The version of what the page shows, as `monthBoardVersion` gives it. */
  version: string;
  done?: Markup | undefined;
  /** Given when support looks. */
  runAddress?: RunAddress;
  /** Why the search was not applied. */
  fault?: string;
};

/** The companies of an office in a month: those that need somebody first, each with what can be done. */
export function monthBoardHtml(view: MonthBoardView): string {
  const { person, office, month, search, version, now, companies, done, fault } = view;
  const base = `/c/${office.taxId}/fechamento`;
  const place: BoardPlace = {
    ...{ office, now, days: daysOf(month) },
    board: `${base}/${monthInDigits(month)}`,
    mayClose: may(office.role, 'closeMonth'),
    runAddress: view.runAddress,
  };
  const byLane = Map.groupBy(companies, laneOf);
  const of = (lane: Lane): BoardCompany[] => byLane.get(lane) ?? [];
  return framedPage({
    title: `Fechamento de ${named(month)}`,
    here: 'fechamento',
    person,
    scripts: ['live', 'search', 'keys'],
    live: `/c/${office.taxId}/vivo?mes=${monthInDigits(month)}&versao=${version}`,
    body: html`<div class="head">
        <h1>Fechamento de ${named(month)}</h1>
        ${acts(place, { open: of('OPEN').length, ready: withZip(of('READY')).length, search })}
      </div>
      ${done} ${alert(fault)} ${months(base, month, now)} ${course(of)}
      ${searchForm(place.board, search, 'nome, CNPJ ou CPF')}
      ${companies.length === 0 ? empty(search) : html`<div class="board">${lanes.flatMap((lane) => section(lane, of(lane), place) ?? [])}</div>`}
      ${place.mayClose && of('NEEDS').length + of('OPEN').length > 0 ? chosen() : undefined}
      ${of('READY').length > 0 ? howToVerify() : undefined}`,
  });
}

const withZip = (companies: BoardCompany[]): BoardCompany[] => companies.filter(({ closing }) => !closing?.deletedAt);

/** What can be done with all companies at once. The boxes and buttons of the rows belong to the same form. */
function acts(
  { board, mayClose }: BoardPlace,
  { open, ready, search }: { open: number; ready: number; search: string },
): Markup {
  const all = open === 1 ? 'Fechar a aberta' : `Fechar as ${count(open)} abertas`;
  return html`<div class="acts">
    ${
      ready > 0
        ? html`<a class="button quiet" href="${board}/zips"
            >Baixar ${ready === 1 ? 'o ZIP' : `os ${count(ready)} ZIPs`}</a
          >`
        : undefined
    }
    ${
      mayClose
        ? html`<form id="${closingForm}" method="post" action="${board}/fechar">
            <input type="hidden" name="busca" value="${search}" />
            ${open > 0 ? html`<button class="button" name="todas" value="sim">${all}</button>` : undefined}
          </form>`
        : undefined
    }
  </div>`;
}

/** How far the month is, as a bar, and links to the groups. */
function course(of: (lane: Lane) => BoardCompany[]): Markup {
  const moving = lanes.filter((lane) => lane !== 'IDLE');
  const total = moving.reduce((sum, lane) => sum + of(lane).length, 0);
  const share = (lane: Lane): number => (total === 0 ? 0 : (of(lane).length / total) * 100);
  const order: readonly Lane[] = ['READY', 'CLOSING', 'NEEDS'];
  let at = 0;
  const bars = order.map((lane) => {
    const [x, width] = [at, share(lane)];
    at += width;
    return html`<rect data-lane="${lane}" x="${x.toFixed(2)}%" width="${width.toFixed(2)}%" height="100%" />`;
  });
  return html`<section class="course" aria-label="Andamento do mês">
    <p><b>${count(of('READY').length)}</b> de ${count(total)} ${total === 1 ? 'pronta' : 'prontas'}</p>
    <svg class="meter" aria-hidden="true">
      <pattern id="espera" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="8" />
      </pattern>
      ${bars}
    </svg>
    <ul>
      ${lanes.map((lane) => {
        const { title, anchor } = laneWords[lane];
        const words = html`${title} <b>${count(of(lane).length)}</b>`;
        return html`<li data-lane="${lane}">
          ${of(lane).length > 0 ? html`<a href="#${anchor}">${words}</a>` : html`<span>${words}</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}

function section(lane: Lane, companies: BoardCompany[], place: BoardPlace): Markup | undefined {
  if (companies.length === 0) return undefined;
  const { title, anchor } = laneWords[lane];
  return html`<section class="lane" id="${anchor}" data-lane="${lane}" aria-labelledby="${anchor}-titulo">
    <h2 id="${anchor}-titulo">${title} <b>${count(companies.length)}</b></h2>
    <ul>
      ${companies.map((company) => companyRow(company, lane, place))}
    </ul>
  </section>`;
}

/** The button for the ticked companies, and the choice of files in the ZIPs. */
function chosen(): Markup {
  return html`<p class="chosen">
    <span>Marque empresas para fechar só algumas.</span>
    <label
      >Nos ZIPs
      <select name="arquivos" form="${closingForm}">
        <option value="">XML e PDF</option>
        <option value="xml">só XML, mais rápido</option>
        <option value="pdf">só PDF</option>
      </select></label
    >
    <button class="button quiet" form="${closingForm}" name="escolhidas" value="sim">Fechar as marcadas</button>
  </p>`;
}

function howToVerify(): Markup {
  return html`<details class="folded">
    <summary>O que vem em cada ZIP, e como conferir</summary>
    <p>
      Cada ZIP é o mês de uma empresa: os XML das notas autorizadas e canceladas, os eventos e inutilizações, os PDFs, e
      o manifesto, que lista tudo o que tem de estar ali, soma as notas por CFOP, CST e serviço, e diz onde está cada
      número da numeração. O <code>fechamento.pdf</code> é o mês numa página; o <code>manifesto.csv</code> abre na
      planilha.
    </p>
    <p>
      Tudo fala de um instante, o que está ao lado de cada ZIP. Uma nota cancelada depois pede outro fechamento: o
      quadro avisa, e o ZIP antigo continua como era.
    </p>
    <p>
      Para ter certeza de que nada falta e nada foi alterado, quem tem o Lavra à mão confere sem internet, pelo comando
      abaixo, com o código (SHA-256) que está em “Conferência” de cada empresa. Ele compara cada arquivo com o
      manifesto, confere as assinaturas das notas e refaz as somas.
    </p>
    <p><code>lavra closings verify arquivo.zip --sha256 código</code></p>
    <p>
      “Baixar os ZIPs” traz todos num arquivo só. Extraia-o, deixe os ZIPs de dentro fechados e confira cada um: os
      códigos vêm juntos, em <code>SHA256SUMS</code>, e o <code>LEIA-ME.txt</code> diz como.
    </p>
  </details>`;
}

function empty(search: string): Markup {
  if (search !== '')
    return html`<p>Nenhuma empresa com “${search}”. Confira o nome, o CNPJ ou o CPF, ou apague a busca.</p>`;
  return html`<p>Nenhuma empresa na carteira. Quando uma aceitar o vínculo, o mês dela aparece aqui.</p>`;
}
