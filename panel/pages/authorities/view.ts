import type { Environment } from '../../../domain/companies/settings.ts';
import type { AuthorityChange } from '../../../domain/contingency/authority-standing.entity.ts';
import type { AuthorityService, Standing } from '../../../domain/conversation/authority.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { HeldNotes } from '../../../operations/authority/held.ts';
import type { StandingOf } from '../../../operations/authority/standings.ts';
import type { OpenEntry } from '../../../operations/contingency/by-hand.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { standingWords } from '../../parts/standing-words.ts';
import { aboutLong, count } from '../../parts/words.ts';
import { segmentsOf, strip } from './strip.ts';

/** A service as a page shows it: its standing, its changes, and the notes that wait for it while it does not work. */
export type ServiceShown = StandingOf & { changes: AuthorityChange[]; held: HeldNotes | null };

export type AuthoritiesView = {
  person: SignedIn;
  services: Record<Environment, ServiceShown[]>;
  entries: OpenEntry[];
  /** The first instant of the past that is shown. */
  since: Date;
  now: Date;
  fault?: string | undefined;
};

export const authoritiesAt = '/o/autoridades';

/** The standings of every authority's services, now and before, and the companies in a contingency entered by hand. */
export function authoritiesHtml(view: AuthoritiesView): string {
  const { person, services, fault } = view;
  return framedPage({
    title: 'Autoridades',
    here: 'autoridades',
    person,
    body: html`<div class="head"><h1>Autoridades</h1></div>
      ${alert(fault)} ${entered(view)} ${list(view, 'PRODUCTION', 'Produção')}
      ${services.HOMOLOGATION.length === 0 ? undefined : list(view, 'HOMOLOGATION', 'Homologação')}`,
  });
}

function entered({ entries, now }: AuthoritiesView): Markup {
  return html`<section aria-labelledby="contingencias">
    <h2 id="contingencias">Contingência declarada por uma pessoa</h2>
    ${
      entries.length === 0
        ? html`<p>Nenhuma empresa. A automática não aparece aqui: entra e sai sozinha.</p>`
        : html`<ul class="plain-list">
            ${entries.map(
              ({ taxId, name, environment, model, reason, enteredAt }) =>
                html`<li>
                  <span class="breaks"
                    ><b>${name}</b> · ${modelWords(model)}${environment === 'HOMOLOGATION' ? ' em homologação' : ''},
                    ${agoInWords(enteredAt, now)}<small>${reason}</small></span
                  >
                  <a class="button quiet" href="${authoritiesAt}/${taxId}?ambiente=${environment.toLowerCase()}"
                    >Ver<span class="unseen"> a contingência de ${name}</span></a
                  >
                </li>`,
            )}
          </ul>`
    }
    <form class="find" method="get" action="${authoritiesAt}" role="search">
      <label class="field grow"
        ><span>Entrar em contingência, ou ver como está uma empresa</span>
        <input name="empresa" placeholder="CNPJ ou CPF" required
      /></label>
      <button class="button quiet">Abrir</button>
    </form>
  </section>`;
}

function list(view: AuthoritiesView, environment: Environment, title: string): Markup {
  const services = view.services[environment];
  const id = environment.toLowerCase();
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${
      services.length === 0
        ? html`<p>Nada deu errado em nenhum serviço desde que o Lavra os conhece.</p>`
        : html`<p class="soft">Os últimos sete dias; o que está fora do ar primeiro.</p>
            <ul class="services">
              ${services.toSorted(troubledFirst).map((service) => row(view, service))}
            </ul>`
    }
  </section>`;
}

function troubledFirst(one: ServiceShown, other: ServiceShown): number {
  const rank = ({ standing }: ServiceShown): number => (standing === 'SHUT' ? 0 : standing === 'CLOSING' ? 1 : 2);
  return rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other));
}

const shapes: Record<Standing, string> = { OPEN: 'AUTHORIZED', SHUT: 'REJECTED', CLOSING: 'PROCESSING', OFF: 'DRAFT' };

function row({ since: from, now }: AuthoritiesView, service: ServiceShown): Markup {
  const { standing, since, reason, changes, held } = service;
  const name = nameOf(service);
  const recent = changes.filter(({ changedAt }) => changedAt >= from).toReversed();
  const segments = segmentsOf(changes, { standing, since }, { from, until: now });
  return html`<li>
    <p class="title">
      <b>${name}</b>
      <span class="state" data-state="${shapes[standing]}">${standingWords[standing]} ${agoInWords(since, now)}</span>
    </p>
    ${strip(segments, `${name} nos últimos sete dias: ${outageInWords(segments)}`)}
    ${standing === 'OPEN' ? undefined : html`<p>${reason}</p>`} ${held === null ? undefined : waiting(held)}
    ${
      recent.length === 0
        ? undefined
        : html`<details>
            <summary>O que se viu, e quando</summary>
            <ol>
              ${recent.map(
                (change) =>
                  html`<li>
                    <time datetime="${change.changedAt.toISOString()}">${whenInWords(change.changedAt, now)}</time>:
                    <b>${standingWords[change.standing]}</b>. ${change.reason}
                  </li>`,
              )}
            </ol>
          </details>`
    }
  </li>`;
}

/** The text alternative of the picture. */
function outageInWords(segments: ReturnType<typeof segmentsOf>): string {
  const shut = segments.filter(({ standing }) => standing === 'SHUT');
  if (shut.length === 0) return 'sem interrupções';
  const total = shut.reduce((sum, { from, until }) => sum + until.getTime() - from.getTime(), 0);
  return `${shut.length === 1 ? 'uma interrupção' : `${count(shut.length)} interrupções`}, ${aboutLong(total)} fora do ar`;
}

function waiting({ held, late, oldestSeconds }: HeldNotes): Markup | undefined {
  if (held + late === 0) return undefined;
  const parts = [
    held > 0 ? `${count(held)} esperam por ela, a mais antiga há ${aboutLong(oldestSeconds * 1000)}` : '',
    late > 0 ? `${count(late)} já saíram em contingência e serão transmitidas` : '',
  ];
  return html`<p class="why" data-kind="wait">Notas: ${parts.filter(Boolean).join('; ')}.</p>`;
}

/** `SP, NF-e`; a virtual SEFAZ also names the state that it serves. */
function nameOf({ authorizer, model, state }: AuthorityService): string {
  return `${authorizer}, ${modelWords(model)}${state === '' ? '' : `, para ${state}`}`;
}

function modelWords(model: AuthorityService['model']): string {
  return traitsOf[model === '55' ? 'NFE' : 'NFCE'].title;
}

/** A company's name and tax id, as the title of its page. */
export function companyTitle({ name, taxId }: { name: string; taxId: string }): Markup {
  return html`${name} <small>${taxIdMask(taxId)}</small>`;
}
