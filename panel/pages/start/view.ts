import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { framedPage } from '../../parts/frame.ts';
import { mark } from '../../parts/states.ts';
import { type StartProgress, stepAfter, steps, type StepSlug } from './steps.ts';

export type StartView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  progress: StartProgress;
};

/** The steps ahead, and the link to the next one. */
export function startHtml({ person, base, progress }: StartView): string {
  const { next, done } = progress;
  return framedPage({
    title: 'Primeiros passos',
    here: 'comecar',
    person,
    body: html`<div class="head"><h1>Primeiros passos</h1></div>
      <p>
        ${
          next
            ? 'Com o arquivo do certificado à mão, a primeira nota de teste sai em cinco minutos. Cada passo fica guardado: pare e volte quando quiser.'
            : 'A empresa emite, e o seu sistema tem a chave. O que falta é ir para produção, quando tudo estiver como deve.'
        }
      </p>
      <ol class="steps">
        ${steps.map(({ slug, title }) => {
          const isDone = done.has(slug);
          return html`<li data-state="${isDone ? 'AUTHORIZED' : 'DRAFT'}">
            ${mark(isDone ? 'AUTHORIZED' : 'DRAFT')} <a href="${base}/comecar/${slug}">${title}</a>
            <small>${isDone ? 'feito' : slug === 'nfce' ? 'opcional' : ''}</small>
          </li>`;
        })}
      </ol>
      <p class="actions">
        ${
          next
            ? html`<a class="button" href="${base}/comecar/${next}"
                >${next === 'certificado' ? 'Começar' : 'Continuar'}</a
              >`
            : html`<a class="button" href="${base}/ajustes/producao">Ir para produção…</a>
                <a class="button quiet" href="${base}/webhooks">Avisar o seu sistema e enviar um teste</a>`
        }
      </p>`,
  });
}

/** The page of one step, with links to all of them. */
export function stepHtml({ person, base, progress }: StartView, slug: StepSlug, body: Markup): string {
  const at = steps.findIndex((step) => step.slug === slug);
  const title = steps[at]?.title ?? '';
  return framedPage({
    title,
    here: 'comecar',
    person,
    body: html`<nav class="passage" aria-label="Passos">
        <ol>
          ${steps.map(
            (step, index) =>
              html`<li>
                <a href="${base}/comecar/${step.slug}" ${index === at ? html`aria-current="step"` : undefined}
                  >${index + 1}
                  ${step.title}${progress.done.has(step.slug) ? html`<span class="unseen">, feito</span> ✓` : undefined}</a
                >
              </li>`,
          )}
        </ol>
      </nav>
      <div class="head"><h1>${title}</h1></div>
      ${body}`,
  });
}

/** The way on from a step that asks for nothing. */
export function onward(base: string, slug: StepSlug, words = 'Continuar'): Markup {
  const next = stepAfter(slug);
  return html`<a class="button" href="${base}/comecar${next ? `/${next}` : ''}">${words}</a>`;
}
