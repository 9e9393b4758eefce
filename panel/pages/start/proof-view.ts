import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { DoctorFinding, FindingStatus } from '../../../operations/doctor/finding.ts';
import type { DocumentWithStory } from '../../../operations/documents/story.ts';
import { rowIdField } from '../../forms/row-id.ts';
import { alert } from '../../parts/alert.ts';
import { mark, wordOf } from '../../parts/states.ts';
import { count } from '../../parts/words.ts';
import { timeline } from '../note/timeline.ts';
import { onward, type StartView } from './view.ts';

/** The checks of the exam: title, the words when all is well (in place of the exam's own), and the link to where it is mended. */
const looked: Record<string, { title: string; fine?: string; mendAt?: string; way?: string }> = {
  certificate: { title: 'Certificado', fine: 'Em vigor.', mendAt: 'comecar/certificado' },
  settings: { title: 'Ajustes fiscais', fine: 'Dizem o que uma nota precisa.', mendAt: 'comecar/regime' },
  municipality: { title: 'Cidade', fine: 'A do endereço.', mendAt: 'comecar/empresa' },
  received: { title: 'Documentos recebidos', mendAt: 'recebidas', way: 'Ver os recebidos' },
  contingency: { title: 'Contingência', mendAt: 'ajustes/notas', way: 'Ver a contingência' },
  agreement: { title: 'NFS-e do município', mendAt: 'ajustes/servicos', way: 'Ver os serviços' },
  authority_tls: { title: 'Conexão com a SEFAZ', fine: 'Aberta com o certificado da empresa.' },
  authority_status: { title: 'Serviço da SEFAZ', fine: 'Em operação.' },
  clock: { title: 'Relógio', fine: 'Concorda com o da SEFAZ.' },
};
const marks = { OK: 'AUTHORIZED', WARNING: 'PROCESSING', FAILURE: 'REJECTED' } as const satisfies Record<
  FindingStatus,
  string
>;
const words: Record<FindingStatus, string> = { OK: 'Certo', WARNING: 'A conferir', FAILURE: 'Falta' };

/** What the exam found, each with a link to where it is mended. */
export function examHtml(base: string, findings: DoctorFinding[]): Markup {
  const hasFailed = findings.some(({ status }) => status === 'FAILURE');
  return html`<ul class="plain-list">
      ${findings.map(({ check, status, message, mend }) => {
        const { title = check, fine, mendAt, way = `Corrigir ${title.toLowerCase()}` } = looked[check] ?? {};
        const isFine = status === 'OK' && mend === undefined;
        const told = isFine && fine ? fine : sentences(message, fine === undefined ? mend : undefined);
        return html`<li>
          <span class="of-key"><b>${title}</b> <small>${told}</small></span>
          ${!isFine && mendAt ? html`<a class="button quiet" href="${base}/${mendAt}">${way}</a>` : undefined}
          <span class="state" data-state="${marks[status]}">${mark(marks[status])}${words[status]}</span>
        </li>`;
      })}
    </ul>
    <p class="actions">
      ${hasFailed ? html`<a class="button" href="${base}/comecar/exame">Examinar de novo</a>` : onward(base, 'exame')}
    </p>`;
}

/** The texts that are given, each as a sentence. */
function sentences(...parts: (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined);
  return said.map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`).join(' ');
}

/** Offers to issue the test note. @param asked identifies the form: sent twice it creates one note */
export function noteAgainHtml({ base, progress }: StartView, asked: string, fault: string | null): Markup {
  return html`${alert(fault ?? undefined)}
    <p>
      Uma venda pronta, em homologação: um item de R$ 10,00 a um cliente que não existe, na cidade da empresa. Não tem
      valor fiscal, e não gasta número de produção.
    </p>
    <form method="post" action="${base}/comecar/nota" class="actions">
      ${rowIdField(asked)}
      <button class="button">Emitir a nota de teste</button>
      ${progress.done.has('nota') ? html`<a class="quiet-link" href="${base}/comecar/chave">A empresa já emitiu: continuar</a>` : undefined}
    </form>`;
}

export function noTestHtml(base: string): Markup {
  return html`<p class="notice" data-kind="wait">
      A empresa já emite em produção, onde uma nota de teste valeria. Para experimentar, volte antes à homologação, em
      Ajustes.
    </p>
    <p class="actions">${onward(base, 'nota')}</p>`;
}

type NoteStep = { base: string; note: DocumentWithStory; now: Date };

/** What happens to the test note, while it happens. */
export function noteStepHtml({ base, note, now }: NoteStep): Markup {
  const { id, status, series, number, rejectionReason } = note.document;
  const address = `${base}/notas/${id}`;
  return html`<p class="notice" role="status">
      <span class="state" data-state="${status}">${mark(status)}<b>${wordOf(status)}</b></span>
      ${number === 0 ? '' : `NF-e ${series ?? ''}/${count(number)}`} ${rejectionReason ?? ''}
    </p>
    ${timeline(note, now)}
    <p class="actions">${waysOn({ base, status, address })}</p>`;
}

type Ways = { base: string; status: DocumentStatus; address: string };

function waysOn({ base, status, address }: Ways): Markup {
  switch (status) {
    case 'AUTHORIZED':
    case 'CANCELLED':
      return html`${onward(base, 'nota')} <a class="button quiet" href="${address}/pdf">Ver o DANFE</a>`;
    case 'PROCESSING':
    case 'DRAFT':
      return html`<a class="button" href="">Atualizar</a>`;
    case 'REJECTED':
      return html`<a class="button" href="${address}">Ver o que corrigir</a>
        <a class="button quiet" href="${base}/comecar/nota">Tentar com outra</a>`;
  }
}

/** The last step: a key for the system that is to issue. */
export function keyFormHtml({ base, progress }: StartView, id: string, fault: string | null): Markup {
  return html`${alert(fault ?? undefined)}
    <p>
      Com uma chave o seu sistema emite em nome da empresa. Esta pode tudo o que uma chave pode; em
      <a href="${base}/chaves">Chaves</a> se criam outras, com menos.
    </p>
    <form method="post" action="${base}/comecar/chave" class="actions">
      ${rowIdField(id)}
      <button class="button">Criar e mostrar a chave</button>
      ${progress.done.has('chave') ? html`<a class="quiet-link" href="${base}/comecar">Já há uma: concluir</a>` : undefined}
    </form>`;
}
