import { farAhead, kindsInWords } from '../../domain/comparison/in-words.ts';
import { type DifferenceKind, differenceKinds } from '../../domain/comparison/rule.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { shortDay } from '../../domain/fiscal-time.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { counted } from '../../domain/pages/closing/form.ts';
import type { comparedMonth, DifferenceView } from '../../operations/comparison/differences.ts';
import type { ComparisonView } from '../../operations/comparison/find-comparisons.ts';
import { brasiliaMoment, textTable } from '../terminal/output.ts';

/** The result of the last comparison of a month, for a person: each kind of difference, with what to do about it. */
export function comparedInWords(
  found: Awaited<ReturnType<typeof comparedMonth>>,
  { taxId, month }: { taxId: string; month: Month },
): string {
  const title = `${taxId}, ${monthInDigits(month)}`;
  if (!found) return `${title}: este mês ainda não foi conferido.`;
  const { comparison, differences } = found;
  return [
    `${title}: ${standingOf(comparison)}`,
    ...(comparison.untold === 0 ? [] : [untoldIn(comparison)]),
    ...differenceKinds.flatMap((kind) => section(kind, differences, title)),
    ...(differences.length === 0 && comparison.completedAt ? ['Nada difere do que a autoridade tem.'] : []),
  ].join('\n');
}

function standingOf({ completedAt, asOf, done, total, waiting, everyNote }: ComparisonView): string {
  const what = everyNote ? '' : ', só dos números sem situação certa';
  if (completedAt) return `conferido em ${brasiliaMoment(completedAt)}${what}, ${counted(total, 'número', 'números')}.`;
  if (waiting) return `a conferência espera: ${waiting.reason}`;
  return asOf === null ? 'a conferência ainda não começou.' : `conferidos ${done} de ${total} números${what}.`;
}

function untoldIn({ untold, untoldReason }: ComparisonView): string {
  return `De ${counted(untold, 'número', 'números')} a autoridade não disse o que tem. O último motivo: ${untoldReason ?? ''}`;
}

function section(kind: DifferenceKind, all: readonly DifferenceView[], title: string): string[] {
  const differences = all.filter((each) => each.kind === kind);
  if (differences.length === 0) return [];
  const [first] = differences;
  const words = kindsInWords[kind];
  const term = first?.giveUpBy ? ` Prazo: ${shortDay(first.giveUpBy)}.` : '';
  const rows = differences.map((difference) => rowOf(difference));
  const far = new Set(
    differences.flatMap(({ type, series, countsOnFrom }) => {
      return countsOnFrom === null ? [] : [`${traitsOf[type].title} série ${series}: ${farAhead(countsOnFrom)}`];
    }),
  );
  return ['', `${words.title}: ${words.reason}`, textTable(rows, title), ...far, `→ ${words.mend}${term}`];
}

function rowOf({
  id,
  type,
  series,
  startNumber,
  endNumber,
  accessKey,
  cStat,
  documentId,
  pastNoteId,
  kind,
}: DifferenceView) {
  const numbers = startNumber === endNumber ? String(startNumber) : `${startNumber} a ${endNumber}`;
  const place = { Tipo: traitsOf[type].title, Série: String(series), Número: numbers };
  if (kind === 'GAP') return { ...place, Diferença: id };
  return {
    ...place,
    Chave: accessKey ?? 'não informada',
    Resposta: cStat ?? '-',
    Documento: documentId ?? (pastNoteId === null ? '-' : 'veio em XML'),
    Diferença: id,
  };
}
