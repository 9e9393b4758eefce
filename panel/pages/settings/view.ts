import { placesLeft, type QuotaStanding } from '../../../domain/companies/quota.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldHtml, idOf, unsent } from '../../forms/fields.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, plainly, shortDate } from '../../parts/words.ts';
import { formOfGroup, ownIn, type ShownSettings } from './changes.ts';
import type { AddressedGroup } from './groups.ts';

export type View = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
};

type SettingsView = View & {
  company: Company;
  settings: ShownSettings;
  groups: readonly AddressedGroup[];
  logo: string | null;
  quota: QuotaStanding | null;
  /** The search among the fields; empty for all of them. */
  search: string;
  done: Markup | undefined;
};

/** The settings of a company at a glance: what of each group is not usual. */
export function settingsHtml(view: SettingsView): string {
  const { person, base, company, search, done } = view;
  return framedPage({
    title: 'Ajustes',
    here: 'ajustes',
    person,
    body: html`<div class="head"><h1>Ajustes</h1></div>
      ${done}
      ${
        company.settings
          ? html`<form class="find" method="get" action="${base}/ajustes" role="search">
                <label class="field grow"
                  ><span>Buscar um ajuste</span>
                  <input type="search" name="busca" value="${search}" placeholder="Série, CFOP, contingência…"
                /></label>
                <button class="button quiet">Buscar</button>
              </form>
              ${search === '' ? overview(view) : hits(view)}`
          : html`<p class="notice" data-kind="bad">
              A empresa ainda não tem ajustes fiscais. Peça a quem cuida do Lavra que complete o cadastro dela.
            </p>`
      }`,
  });
}

function overview(view: SettingsView): Markup {
  const { base, settings, groups } = view;
  return html`${environment(view)}
    <div class="cards">
      ${groups.map((group) => {
        const { slug, title, help } = group;
        return html`<section aria-labelledby="${slug}">
          <h2 id="${slug}"><a href="${base}/ajustes/${slug}">${title}</a></h2>
          <p class="soft">${help}</p>
          ${differences(ownIn(settings, formOfGroup(group)))}
        </section>`;
      })}
      ${logoCard(view)} ${quotaCard(view)}
    </div>`;
}

const shownAtMost = 8;

function differences(own: ReturnType<typeof ownIn>): Markup {
  if (own.length === 0) return html`<p>Tudo como de costume.</p>`;
  const more = own.length - shownAtMost;
  return html`<dl class="own">
      ${own.slice(0, shownAtMost).map(
        ({ label, words }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${words}</dd>
          </div>`,
      )}
    </dl>
    ${more > 0 ? html`<p class="soft">e mais ${more}</p>` : undefined}`;
}

function environment({ base, company }: SettingsView): Markup {
  const isReal = company.environment === 'PRODUCTION';
  return html`<p class="notice" ${isReal ? undefined : html`data-kind="wait"`}>
    ${
      isReal
        ? html`<b>Produção.</b> As notas valem.`
        : html`<b>Homologação.</b> As notas não têm valor fiscal: servem para experimentar.`
    }
    <a href="${base}/ajustes/producao">${isReal ? 'Voltar à homologação…' : 'Ir para produção…'}</a>
  </p>`;
}

function logoCard({ base, logo }: SettingsView): Markup {
  return html`<section aria-labelledby="logotipo">
    <h2 id="logotipo"><a href="${base}/ajustes/logotipo">Logotipo</a></h2>
    <p class="soft">Sai no alto do DANFE.</p>
    ${logo ? html`<img class="logo" src="${logo}" alt="O logotipo da empresa" />` : html`<p>Não há.</p>`}
  </section>`;
}

function quotaCard({ quota }: SettingsView): Markup {
  return html`<section aria-labelledby="cota">
    <h2 id="cota">Cota do mês</h2>
    <p class="soft">Quem cuida do Lavra a define.</p>
    ${
      quota
        ? html`<dl class="own">
            <div>
              <dt>Restam</dt>
              <dd>${count(placesLeft(quota))} de ${count(quota.limit)}</dd>
            </div>
            <div>
              <dt>Autorizadas em produção</dt>
              <dd>${count(quota.authorized)}</dd>
            </div>
            <div>
              <dt>Em emissão</dt>
              <dd>${count(quota.underWay)}</dd>
            </div>
            <div>
              <dt>Recomeça em</dt>
              <dd>${shortDate(quota.resetsAt)}</dd>
            </div>
          </dl>`
        : html`<p>A empresa emite sem limite.</p>`
    }
  </section>`;
}

function hits({ base, search, groups }: SettingsView): Markup {
  const wanted = plainly(search);
  const found = groups.flatMap(({ slug, title, parts, lists = [] }) => {
    const ofParts = parts.flatMap((part) => part.fields.map(({ name, label }) => ({ name, label, under: part.title })));
    const ofLists = lists.map(({ name, title: label }) => ({ name, label, under: '' }));
    return [...ofParts, ...ofLists]
      .filter(({ label, under }) => [label, under].some((words) => plainly(words).includes(wanted)))
      .map(({ name, label }) => ({ name, label, slug, title }));
  });
  if (found.length === 0) {
    return html`<div class="empty">
      <h2>Nenhum ajuste com este nome</h2>
      <p><a href="${base}/ajustes">Ver todos</a></p>
    </div>`;
  }
  return html`<ul class="plain-list">
    ${found.map(
      ({ name, label, slug, title }) =>
        html`<li><a href="${base}/ajustes/${slug}#${idOf(name)}">${label}</a> <small>${title}</small></li>`,
    )}
  </ul>`;
}

export function trail(base: string): Markup {
  return html`<nav class="trail" aria-label="Onde você está"><a href="${base}/ajustes">Ajustes</a></nav>`;
}

const logoField: Field = {
  name: 'logotipo',
  label: 'Imagem',
  kind: 'file',
  accept: 'image/png,image/jpeg',
  isRequired: true,
  hint: 'PNG ou JPEG, até 290 KB. Numa folha branca, com pouca margem, sai melhor.',
};

/** The logo as it is printed, and the form of another one. */
export function logoHtml({ person, base, logo, fault }: View & { logo: string | null; fault?: string }): string {
  const state = { ...unsent(), faults: fault === undefined ? {} : { logotipo: fault } };
  return framedPage({
    title: 'Logotipo',
    here: 'ajustes',
    person,
    body: html`${trail(base)}
      <div class="head"><h1>Logotipo</h1></div>
      ${
        logo
          ? html`<figure class="paper">
                <img class="logo" src="${logo}" alt="O logotipo da empresa" />
                <figcaption><b>${person.company?.name ?? ''}</b> no alto do DANFE, à esquerda</figcaption>
              </figure>
              <form method="post" action="${base}/ajustes/logotipo" enctype="multipart/form-data" class="actions">
                <input type="hidden" name="remover" value="sim" />
                <button class="button quiet">Tirar o logotipo</button>
              </form>`
          : html`<p>O DANFE sai sem logotipo.</p>`
      }
      <form method="post" action="${base}/ajustes/logotipo" enctype="multipart/form-data">
        <fieldset>
          <legend>${logo ? 'Trocar' : 'Pôr um logotipo'}</legend>
          <div class="fields">${fieldHtml(logoField, state)}</div>
        </fieldset>
        <div class="actions">
          <button class="button">Usar esta imagem</button>
          <a class="quiet-link" href="${base}/ajustes">Desistir</a>
        </div>
      </form>`,
  });
}
