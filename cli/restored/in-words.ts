import type { FoundNoteShown, RestoredNow } from '../../operations/installations/show-restored.ts';
import { table } from '../terminal/table.ts';

const causes: Record<RestoredNow['cause'], string> = {
  MARKED: 'quem restaurou o marcou',
  MOVED: 'ele está em outro servidor, outra linha do tempo ou outro banco de dados do que da última vez',
  BEHIND: 'o Temporal já viu uma rodada posterior dele',
};

const standings: Record<NonNullable<FoundNoteShown['decision']> | 'null', string> = {
  null: 'A DECIDIR',
  MATCHED: 'é a do documento',
  LEFT: 'de nenhuma venda deste banco',
};

/** A restore as a person reads it: what is known, what is open, and what to do. */
export function restoredInWords(now: RestoredNow | null): string {
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
    table(found.map(rowOf), 'Nenhuma nota na autoridade que este banco não conheça.'),
    ...(gaps.length === 0
      ? []
      : ['', `Números que a autoridade não conhece, a inutilizar: ${gaps.map(place).join('; ')}`]),
    '',
    ...whatToDo(undecided.length, askedAt !== null),
  ].join('\n');
}

function rowOf({ taxId, model, series, number, accessKey, protocol, decision, document }: FoundNoteShown) {
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
