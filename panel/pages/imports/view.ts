import type { ImportRun } from '../../../domain/imports/import-run.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { mostUploadedRows, type UploadedFile, type UploadOutcome } from '../../../operations/imports/upload.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { count } from '../../parts/words.ts';
import { endingOf, type ImportedKind, isTable } from './imported-kinds.ts';

type ImportPage = { of: ImportedKind; person: SignedIn; base: string };

function page({ of, person, base }: ImportPage, title: string, body: Markup): string {
  return framedPage({
    title,
    here: of.path,
    person,
    body: html`<p class="trail"><a href="${base}/${of.path}">‹ Voltar à lista</a></p>
      <div class="head"><h1>${title}</h1></div>
      ${body}`,
  });
}

/** The page on which a file is chosen. */
export function chooseHtml(view: ImportPage & { fault?: string }): string {
  const { of, base, fault } = view;
  const address = `${base}/${of.path}/importar`;
  return page(
    view,
    `Importar ${of.many}`,
    html`${alert(fault)}
      <p>${isTable(of) ? 'Envie um arquivo CSV, como as planilhas e os outros sistemas salvam. A primeira linha diz os campos.' : 'Envie um arquivo em que cada linha é um cadastro, na forma do modelo: o que a API mostra de uma empresa serve a outra.'}
        <a href="${address}/modelo.${endingOf(of)}">Baixar um modelo</a>
      </p>
      <p>Nada é gravado antes de você ver o que vai mudar.</p>
      <form method="post" action="${address}/conferir" enctype="multipart/form-data">
        <fieldset>
          <legend>O arquivo</legend>
          <div class="fields">
            <div class="field">
              <label for="campo-arquivo">${isTable(of) ? 'Arquivo CSV' : 'Arquivo de linhas'}</label>
              <input
                id="campo-arquivo"
                type="file"
                name="arquivo"
                accept="${isTable(of) ? '.csv,.txt,text/csv' : '.jsonl,.ndjson,.txt,application/jsonl'}"
                required
                aria-describedby="campo-arquivo-dica"
              />
              <small id="campo-arquivo-dica"
                >Até 1 MB e ${count(mostUploadedRows)} linhas. Um maior se divide em
                partes${isTable(of) ? ', cada uma com o cabeçalho' : ''}.</small
              >
            </div>
            <div class="field tick">
              <label
                ><input type="checkbox" name="alterar" value="sim" />
                <span>Alterar também os que já existem com o mesmo ${of.key}</span></label
              >
              <small>Sem isto, os que já existem ficam como estão.</small>
            </div>
            ${isTable(of) ? decimalsField : undefined}
          </div>
        </fieldset>
        <p class="actions"><button class="button">Conferir</button></p>
      </form>`,
  );
}

const decimalsField = html`<div class="field short">
  <label for="campo-decimais">Como o arquivo escreve decimais</label>
  <select id="campo-decimais" name="decimais">
    <option value="">O arquivo mostra</option>
    <option value="comma">1.234,56</option>
    <option value="point">1,234.56</option>
  </select>
</div>`;

/** The most faults that the page lists; the others are only counted. */
const mostShown = 200;

/** What the import would do. */
export function importPreviewHtml(
  view: ImportPage & { file: UploadedFile; sha256: string; outcome: UploadOutcome },
): string {
  const { of, base, file, sha256, outcome } = view;
  const { rowsDone, rowsRefused, created, changed, ignored, errors } = outcome;
  const stored = created + changed;
  const address = `${base}/${of.path}/importar`;
  const hidden: [string, string][] = [
    ['nome', file.name],
    ['resumo', sha256],
    ['alterar', file.update ? 'sim' : ''],
    ['decimais', file.decimals ?? ''],
  ];
  return page(
    view,
    `Conferir antes de importar`,
    html`<p><b>${file.name}</b>, ${linesOf(rowsDone)}. Nada foi gravado ainda.</p>
      <dl class="tallies">
        ${tally(created, 'a criar')} ${tally(changed, 'a alterar')}
        ${tally(rowsDone - stored - rowsRefused, 'ficam como estão')} ${tally(rowsRefused, 'com problema')}
      </dl>
      ${
        ignored.length === 0
          ? undefined
          : html`<p class="notice">
              Estas colunas não são conhecidas e ficam de fora: ${ignored.map((header) => `“${header}”`).join(', ')}.
            </p>`
      }
      ${
        stored === 0
          ? html`<p>Não há nada a gravar neste arquivo.</p>
              <p class="actions"><a class="button quiet" href="${address}">Escolher outro arquivo</a></p>`
          : html`<form method="post" action="${address}" enctype="multipart/form-data">
              ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
              <input type="hidden" name="conteudo" value="${file.bytes.toString('base64')}" />
              ${
                rowsRefused > 0
                  ? html`<p>
                      As linhas com problema ficam de fora. Corrija o arquivo e envie-o de novo antes de importar, ou importe agora e
                      envie depois as corrigidas num arquivo só com elas.
                    </p>`
                  : undefined
              }
              <p class="actions">
                <button class="button">Importar ${count(stored)} ${stored === 1 ? of.one : of.many}</button>
                <a class="quiet-link" href="${address}">Escolher outro arquivo</a>
              </p>
            </form>`
      }
      ${faults(of, errors)}`,
  );
}

function faults(of: ImportedKind, errors: UploadOutcome['errors']): Markup | undefined {
  // A JSON line names its fields itself.
  const headed = (field: string | null) => (field === null ? undefined : isTable(of) ? of.headers[field] : field);
  if (errors.length === 0) return undefined;
  const more = errors.length - mostShown;
  return html`<section aria-labelledby="problemas">
    <h2 id="problemas">O que corrigir</h2>
    <table class="records">
      <caption class="unseen">
        Problemas por linha e coluna
      </caption>
      <thead>
        <tr>
          <th scope="col">Linha</th>
          <th scope="col">Coluna</th>
          <th scope="col">Problema</th>
        </tr>
      </thead>
      <tbody>
        ${errors.slice(0, mostShown).map(
          ({ row, column, field, message }) =>
            html`<tr>
              <td>Linha ${row}</td>
              <td>${column ?? headed(field)}</td>
              <td>${message}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p>Há mais: corrija estes primeiro e confira de novo.</p>` : undefined}
  </section>`;
}

/** The page that shows how an import ended. */
export function resultHtml(view: ImportPage & { run: ImportRun }): string {
  const { of, base, run } = view;
  const { rowsDone, rowsStored, rowsRefused, fileName, finishedAt } = run;
  return page(
    view,
    finishedAt ? 'Importação feita' : 'Importação em andamento',
    html`<p><b>${fileName}</b>, ${linesOf(rowsDone)}.</p>
      ${finishedAt ? undefined : html`<p class="notice">Ela parou no meio ou ainda corre. Se parou, envie o mesmo arquivo de novo: ela continua de onde estava.</p>`}
      <dl class="tallies">
        ${tally(rowsStored, rowsStored === 1 ? 'gravado' : 'gravados')}
        ${tally(rowsDone - rowsStored - rowsRefused, 'ficaram como estavam')} ${tally(rowsRefused, 'com problema')}
      </dl>
      ${
        rowsRefused > 0
          ? html`<p>
              As linhas com problema não foram gravadas. Para ver quais são e por quê,
              <a href="${base}/${of.path}/importar">confira o mesmo arquivo</a>: conferir não grava nada. Envie as corrigidas num
              arquivo só com elas.
            </p>`
          : undefined
      }
      <p class="actions">
        <a class="button" href="${base}/${of.path}">Ver ${of.many}</a>
        <a class="button quiet" href="${base}/${of.path}/importar">Importar outro arquivo</a>
      </p>`,
  );
}

function tally(value: number, words: string): Markup {
  return html`<div>
    <dt>${words}</dt>
    <dd>${count(value)}</dd>
  </div>`;
}

function linesOf(rows: number): string {
  return `${count(rows)} ${rows === 1 ? 'linha' : 'linhas'}`;
}
