import type { Command } from 'commander';
import { acrossCompanies } from '../../operations/in-company.ts';
import { markRestored, releaseRestored } from '../../operations/installations/restoration.ts';
import {
  leaveUnknownNotes,
  type RestoredNow,
  restoredNow,
  type UnknownNoteView,
} from '../../operations/installations/show-restored.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { confirm } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

const help = `
Depois de restaurar um backup, nada novo é enviado às autoridades até que o Lavra as tenha consultado sobre os números que podem
ter sido usados depois da cópia. O que é de uma venda deste banco é reconhecido sozinho; do resto uma pessoa decide.`;

/** `lavra restored show|leave|release|mark` */
export function restoredCommands(restored: Command, shell: Shell): void {
  leaf(restored, 'show', 'Mostra o que se sabe, o que falta decidir e o que fazer')
    .addHelpText('after', help)
    .action(
      shell.does(async (session) => {
        const data = await restoredNow(acrossCompanies(await session.orm()));
        return { data: { restored: data }, text: restoredInWords(data) };
      }),
    );
  leaf(restored, 'leave [chaves...]', 'Diz que notas achadas na autoridade não são de vendas deste banco de dados')
    .option('--all', 'todas as que estão por decidir')
    .action(
      shell.does(async (session, keys: string[], { all = false }: { all?: boolean }) => {
        if (!all && keys.length === 0) throw new CommandRefused('invalid_input', 'Diga as chaves, ou --all.');
        const left = await leaveUnknownNotes(acrossCompanies(await session.orm()), all ? 'ALL' : keys, session.actor);
        return {
          data: { left },
          text: `${left} nota(s) decididas. A emissão segue quando nada mais estiver por decidir.`,
        };
      }),
    );
  leaf(restored, 'release', 'Libera a emissão antes que tudo esteja consultado e decidido')
    .option('--yes', 'sem perguntar')
    .action(
      shell.does(async (session, { yes = false }: { yes?: boolean }) => {
        const question = 'Vendas que já têm nota podem ganhar uma segunda. Liberar a emissão assim mesmo?';
        if (!yes) await confirm(question, shell);
        const released = await releaseRestored(acrossCompanies(await session.orm()), 'PERSON', session.actor);
        const text = released ? 'A emissão está liberada: o que espera segue em um minuto.' : 'A emissão não esperava.';
        return { data: { released }, text };
      }),
    );
  leaf(
    restored,
    'mark',
    'Diz que este banco de dados é de um momento anterior, onde o Lavra não o nota sozinho',
  ).action(
    shell.does(async (session) => {
      const marked = await markRestored(acrossCompanies(await session.orm()), 'MARKED', session.actor);
      const text = marked ? 'Marcado: nada novo é enviado antes da consulta às autoridades.' : 'Já estava marcado.';
      return { data: { marked }, text };
    }),
  );
}

const causes: Record<RestoredNow['cause'], string> = {
  MARKED: 'quem restaurou o marcou',
  MOVED: 'ele está em outro servidor, outra linha do tempo ou outro banco de dados do que da última vez',
  BEHIND: 'o Temporal já viu uma rodada posterior dele',
};

const standings: Record<NonNullable<UnknownNoteView['decision']> | 'null', string> = {
  null: 'A DECIDIR',
  MATCHED: 'é a do documento',
  LEFT: 'de nenhuma venda deste banco',
};

/** A restore for a person: what is known, what is undecided, and what to do. */
function restoredInWords(now: RestoredNow | null): string {
  if (!now) return 'Este banco de dados não está em restauração: a emissão não espera por isso.';
  const { cause, noticedAt, askedAt, series, found, gaps, waiting } = now;
  const open = series.filter(({ isAsked }) => !isAsked);
  const undecided = found.filter(({ decision }) => decision === null);
  return [
    `Banco restaurado, notado em ${noticedAt.toISOString()}: ${causes[cause]}. Nada novo é enviado; ${waiting} documento(s) esperam.`,
    askedAt
      ? `As autoridades foram consultadas sobre todas as ${series.length} série(s).`
      : `Consulta em andamento, a cada rodada: ${series.length - open.length} de ${series.length} série(s) prontas.`,
    ...open.flatMap(({ taxId, model, series: of, problem }) =>
      problem === null ? [] : [`  ${taxId}, modelo ${model}, série ${of}: ${problem}`],
    ),
    '',
    textTable(found.map(rowOf), 'Nenhuma nota na autoridade que este banco não conheça.'),
    ...(gaps.length === 0
      ? []
      : ['', `Números que a autoridade não conhece, a inutilizar: ${gaps.map(place).join('; ')}`]),
    '',
    ...whatToDo(undecided.length, askedAt !== null),
  ].join('\n');
}

function rowOf({ taxId, model, series, number, accessKey, protocol, decision, document }: UnknownNoteView) {
  return {
    Empresa: taxId,
    Modelo: model,
    Série: String(series),
    Número: String(number),
    Chave: accessKey ?? 'não informada',
    Protocolo: protocol ?? '',
    Situação: `${standings[decision ?? 'null']}${document === null ? '' : ` ${document}`}`,
  };
}

const place = ({ taxId, model, series, number }: RestoredNow['gaps'][number]): string =>
  `${taxId} modelo ${model} série ${series} número ${number}`;

function whatToDo(undecided: number, isAsked: boolean): string[] {
  if (!isAsked) return ['Espere a consulta terminar. A emissão segue sozinha se nada ficar por decidir.'];
  if (undecided === 0) return ['Nada por decidir: a emissão segue sozinha na próxima rodada.'];
  return [
    `${undecided} nota(s) a decidir. Se a venda está no ERP e não neste banco, ela já tem nota: que o ERP não a poste de novo; então`,
    '  lavra restored leave <chave>... (ou --all)',
    'Se é de uma venda que espera aqui, retire essa venda daqui (ela não é reconhecida porque foi alterada depois da cópia) antes de liberar.',
  ];
}
