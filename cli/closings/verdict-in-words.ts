import { taxIdMask } from '../../domain/masks.ts';
import { dayAndTime } from '../../domain/moments.ts';
import { counted, monthInWords } from '../../domain/pages/closing/words.ts';
import type { ClosingFault, ClosingVerdict } from '../../operations/closings/verify/verify-closing.ts';

/** What the check of a ZIP found, as people read it; of many faults the first `atMost`. */
export function verdictInWords(path: string, verdict: ClosingVerdict, atMost: number): string {
  return [...heading(path, verdict), '', ...conclusion(verdict, atMost)].join('\n');
}

function heading(path: string, verdict: ClosingVerdict): string[] {
  const { closing, fileCount, documentCount, chainsChecked, sha256, sha256Checked } = verdict;
  if (!closing) return [path];
  const { company, office, asOf, generator } = closing;
  return [
    `${company.name} (${taxIdMask(company.taxId)}), ${monthInWords(closing)}`,
    `Situação em ${dayAndTime(asOf)}, para ${office.name}; feito por ${generator}.`,
    `${counted(fileCount, 'arquivo', 'arquivos')} de ${counted(documentCount, 'nota', 'notas')}.`,
    chainsChecked
      ? 'As cadeias dos certificados foram conferidas.'
      : 'As cadeias dos certificados não foram conferidas: para isso dê as da ICP-Brasil com --ca, ou em LAVRA_CA_BUNDLE.',
    ...(sha256Checked ? [] : [`SHA-256: ${sha256}. ${notJudged}`]),
  ];
}

/** What a ZIP can have that its own manifest does not tell. */
const notJudged =
  'Sem --sha256 não se julgam os bytes do ZIP fora dos nomes e conteúdos dos arquivos (datas, comentários), nem o que ninguém assinou ' +
  '(PDFs e palavras do manifesto), que podem ter sido trocados junto com o manifesto.';

function conclusion({ faults, faultCount }: ClosingVerdict, atMost: number): string[] {
  if (faultCount === 0) return ['Tudo confere: nada falta, nada foi alterado e as assinaturas valem.'];
  const shown = faults.slice(0, atMost);
  const left = faultCount - shown.length;
  return [
    `${counted(faultCount, 'problema', 'problemas')}: este ZIP não é o que diz ser.`,
    ...shown.map(line),
    ...(left > 0 ? [`  e mais ${counted(left, 'problema', 'problemas')}; veja com --show ${faultCount}`] : []),
    'Baixe o ZIP outra vez; se continuar, feche o mês de novo.',
  ];
}

function line({ file, message }: ClosingFault): string {
  return file === null ? `  ${message}` : `  ${file}: ${message}`;
}
