import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { checkNames } from '../../../operations/doctor/check-names.ts';
import type { DoctorFinding, FindingStatus } from '../../../operations/doctor/finding.ts';
import type { PresentWorker } from '../../../operations/installations/worker-presence.ts';
import { alert } from '../../parts/alert.ts';
import { type FramedPage, framedPage } from '../../parts/frame.ts';
import { agoInWords } from '../../parts/moments.ts';
import { mark } from '../../parts/states.ts';
import { count } from '../../parts/words.ts';

export type HealthView = {
  person: SignedIn;
  mayExamine: boolean;
  workers: PresentWorker[];
  /** Of the panel, of Node.js and of PostgreSQL. */
  versions: { panel: string; node: string; database: string };
  /** The number of active companies to examine. */
  companies: number;
  /** The CNPJ or CPF in the form. */
  company: string;
  now: Date;
  fault?: string | undefined;
};

export const healthAt = '/o/saude';

/** The running processes, and the form that starts an examination. */
export function healthHtml(view: HealthView): string {
  const { person, workers, versions, now, fault } = view;
  return framedPage({
    title: 'Saúde',
    here: 'saude',
    person,
    body: html`<div class="head"><h1>Saúde da instalação</h1></div>
      ${alert(fault)} ${form(view)}
      <section aria-labelledby="processos">
        <h2 id="processos">Workers</h2>
        ${
          workers.length === 0
            ? html`<p class="notice" data-kind="bad">
                Nenhum worker trabalha: nada anda. Inicie um na máquina dele, com <code>npm run worker</code>.
              </p>`
            : html`<ul class="plain-list">
                ${workers.map((worker) => workerRow(worker, now))}
              </ul>`
        }
      </section>
      <section aria-labelledby="versoes">
        <h2 id="versoes">Versões</h2>
        <dl class="asked-for">
          <dt>Lavra, neste painel</dt>
          <dd>${versions.panel}</dd>
          <dt>Node.js</dt>
          <dd>${versions.node}</dd>
          <dt>PostgreSQL</dt>
          <dd>${versions.database}</dd>
        </dl>
      </section>`,
  });
}

function workerRow({ place, startedAt, seenAt, isHeard }: PresentWorker, now: Date): Markup {
  const state = isHeard ? 'AUTHORIZED' : 'REJECTED';
  return html`<li>
    <span
      ><b>${place}</b
      ><small>iniciado ${agoInWords(startedAt, now)}, ouvido pela última vez ${agoInWords(seenAt, now)}</small></span
    >
    <span class="state" data-state="${state}">${mark(state)}${isHeard ? 'Trabalha' : 'Não responde'}</span>
  </li>`;
}

function form({ mayExamine, companies, company }: HealthView): Markup {
  if (!mayExamine) return html`<p class="notice">Um operador pode examinar a instalação; o seu papel só consulta.</p>`;
  return html`<form class="stack" method="post" action="${healthAt}">
    <p>
      O exame confere banco de dados, Temporal, chave mestra, logins, e-mail, navegador, esquemas e alíquotas, e o que
      espera. De cada empresa, confere ajustes e certificado, e pergunta à autoridade se responde a ela.
    </p>
    <div class="fields">
      <label class="field"
        ><span>O que examinar</span>
        <select name="que">
          <option value="instalacao" ${company === '' ? html`selected` : undefined}>A instalação</option>
          <option value="empresa" ${company === '' ? undefined : html`selected`}>Uma empresa</option>
          <option value="todas">A instalação e as ${count(companies)} empresas ativas</option>
        </select></label
      >
      <label class="field"
        ><span>CNPJ ou CPF, de uma empresa</span> <input name="empresa" value="${company}" maxlength="18"
      /></label>
    </div>
    <div class="actions"><button class="button">Examinar</button></div>
  </form>`;
}

/** The beginning of the page that follows an examination. */
export function examinationBeginning(person: SignedIn): FramedPage {
  return {
    title: 'Exame',
    here: 'saude',
    person,
    body: html`<p class="trail"><a href="${healthAt}">‹ Saúde</a></p>
      <h1>Exame</h1>
      <p>O que se encontra aparece aqui, conforme se encontra; o resumo fica no fim.</p>`,
  };
}

const shapes = {
  OK: ['AUTHORIZED', 'Em ordem'],
  WARNING: ['PROCESSING', 'Aviso'],
  FAILURE: ['REJECTED', 'Falha'],
} as const satisfies Record<FindingStatus, readonly [string, string]>;

/** The findings about one part, each with its remedy. */
export function findingsHtml(findings: readonly DoctorFinding[]): Markup {
  if (findings.length === 0) return html``;
  return html`<ul class="plain-list findings">
    ${findings.map(({ check, company, status, message, mend }) => {
      const [state, word] = shapes[status];
      return html`<li>
        <span class="breaks"
          ><b>${checkNames[check] ?? check}</b>${company ? html` · ${taxIdMask(company)}` : undefined}: ${message}
          ${mend ? html`<small>O que fazer: ${mend}</small>` : undefined}</span
        >
        <span class="state" data-state="${state}">${mark(state)}${word}</span>
      </li>`;
    })}
  </ul>`;
}

/** The end of an examination: the number of findings of each kind. */
export function examinationEnd(findings: readonly DoctorFinding[]): Markup {
  const of = (status: FindingStatus): number => findings.filter((finding) => finding.status === status).length;
  const [failures, warnings] = [of('FAILURE'), of('WARNING')];
  const words =
    failures > 0
      ? `${failures === 1 ? 'Uma falha' : `${count(failures)} falhas`} a corrigir, e ${warnings === 1 ? 'um aviso' : `${count(warnings)} avisos`}.`
      : warnings > 0
        ? `Nada falha. ${warnings === 1 ? 'Um aviso' : `${count(warnings)} avisos`}.`
        : 'Tudo em ordem.';
  return html`<section aria-labelledby="resumo">
    <h2 id="resumo">Resumo</h2>
    <p class="notice" data-kind="${failures > 0 ? 'bad' : warnings > 0 ? 'wait' : 'good'}">${words}</p>
  </section>`;
}
