import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, type FieldGroup, fieldGroups, type FormState } from '../../forms/fields.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { seenHtml } from '../../forms/concurrent-changes.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import type { KeptRecord, RecordKind } from './kind.ts';
import { type RecordList, recordTable } from './list-view.ts';
import { vehiclesOf } from './kinds/carriers.ts';

export type RecordView = {
  kind: RecordKind;
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayWrite: boolean;
  /** The stored record; null for a new one. */
  kept: KeptRecord | null;
  variant: string;
  groups: FieldGroup[];
  state: FormState;
  /** What the form showed when it was opened; absent for a new record. */
  seen?: FieldTexts;
  done?: Markup | undefined;
  /** The vehicles of a carrier. */
  fleet?: RecordList | undefined;
};

/** A record: the form that changes it, or its values for people who may only look. */
export function recordHtml(view: RecordView): string {
  const { kind, person, base, kept, mayWrite, groups, state, done } = view;
  const isOpen = mayWrite && kept?.fixed === undefined;
  return framedPage({
    title: kept?.name ?? kind.words.create,
    here: kind.here,
    person,
    body: html`${trail(kind, base)}
      <div class="head"><h1>${kept?.name ?? kind.words.create}</h1></div>
      ${done} ${kept?.fixed ? html`<p class="notice">${kept.fixed}</p>` : undefined}
      ${kept ? undefined : variants(view)} ${isOpen ? form(view) : facts(groups, state)}
      ${kept ? fleetOf(view, kept) : undefined}`,
  });
}

function trail(kind: RecordKind, base: string): Markup {
  const { href, word } = kind.trail ?? { href: `${base}/${kind.path}`, word: kind.words.title };
  return html`<p class="trail"><a href="${href}">‹ ${word}</a></p>`;
}

function variants({ kind: { variants = [], path }, base, variant }: RecordView): Markup | undefined {
  if (variants.length === 0) return undefined;
  return html`<nav class="tabs" aria-label="Para o quê">
    ${variants.map(
      ({ key, word }) =>
        html`<a
          class="tab"
          href="${base}/${path}/novo?tipo=${key}"
          ${key === variant ? html`aria-current="true"` : undefined}
          >${word}</a
        >`,
    )}
  </nav>`;
}

function form({ kind, base, kept, variant, groups, state, seen }: RecordView): Markup {
  const address = `${base}/${kind.path}`;
  return html`<form method="post" action="${address}/${kept?.id ?? 'novo'}">
    ${kept ? undefined : html`<input type="hidden" name="tipo" value="${variant}" />`}
    ${seen ? seenHtml(seen) : undefined} ${fieldGroups(groups, state)}
    ${kind.repeated && !kept ? html`<p class="soft">Depois de salvar, a página oferece outra condição.</p>` : undefined}
    <p class="actions">
      <button class="button">${kept ? 'Salvar' : 'Cadastrar'}</button>
      ${kept ? html`<a class="quiet-link" href="${address}/${kept.id}/remover">Remover…</a>` : undefined}
    </p>
  </form>`;
}

/** The values of a record for people who may not change it, without empty ones. */
function facts(groups: FieldGroup[], { values }: FormState): Markup {
  const said = groups.map(({ title, fields }) => ({ title, fields: fields.filter(({ name }) => values[name]) }));
  return html`<div class="record">
    ${said
      .filter(({ fields }) => fields.length > 0)
      .map(
        ({ title, fields }) =>
          html`<section>
            <h2>${title}</h2>
            <dl class="facts">
              ${fields.map(
                (field) =>
                  html`<div>
                    <dt>${field.label}</dt>
                    <dd>${shown(field, values[field.name] ?? '')}</dd>
                  </div>`,
              )}
            </dl>
          </section>`,
      )}
  </div>`;
}

function shown({ kind, choices = [] }: Field, value: string): string {
  if (kind === 'yesNo') return 'Sim';
  return choices.find(([each]) => each === value)?.[1] ?? value;
}

function fleetOf({ base, mayWrite, fleet }: RecordView, { id }: KeptRecord): Markup | undefined {
  if (!fleet) return undefined;
  const kind = vehiclesOf(id, base);
  const address = `${base}/${kind.path}`;
  return html`<section aria-labelledby="frota">
    <h2 id="frota">Veículos</h2>
    ${fleet.rows.length === 0 ? html`<p>${kind.words.none}</p>` : recordTable(kind, address, fleet.rows)}
    ${mayWrite ? html`<p class="acts"><a class="button quiet" href="${address}/novo">Novo veículo</a></p>` : undefined}
  </section>`;
}

export type RemovalView = {
  kind: RecordKind;
  person: SignedIn;
  base: string;
  kept: KeptRecord;
  fault?: string;
};

/** Asks before a record is removed, and says what that means. */
export function removalHtml({ kind, person, base, kept, fault }: RemovalView): string {
  const { one, article, removal } = kind.words;
  const address = `${base}/${kind.path}/${kept.id}`;
  return framedPage({
    title: `Remover ${kept.name}`,
    here: kind.here,
    person,
    body: html`<p class="trail"><a href="${address}">‹ ${kept.name}</a></p>
      <div class="head"><h1>Remover ${article} ${one}</h1></div>
      ${alert(fault)}
      <p><b>${kept.name}</b></p>
      <p>${kept.fixed ?? removal}</p>
      ${
        kept.fixed
          ? undefined
          : html`<form method="post" action="${address}/remover">
              <p class="actions">
                <button class="button danger">Remover ${article} ${one}</button>
                <a class="quiet-link" href="${address}">Deixar como está</a>
              </p>
            </form>`
      }`,
  });
}
