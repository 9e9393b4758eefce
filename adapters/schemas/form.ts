import type { Words } from './family-words.ts';

/** What patterns accept that look the same in the schemas of several families. */
const common: readonly Words[] = [
  [/^\[!-ÿ\]\{1\}\[ -ÿ\]/, () => 'só letras, algarismos e sinais do alfabeto latino (sem emojis nem outros alfabetos)'],
  [/^\(\(\(20.*T\(20\|/, () => 'data e hora como 2026-11-21T09:30:00-03:00'],
  [/^\(\(\(20/, () => 'uma data como 2026-11-21'],
  [/^\[0-9\]\{6\}\[(?:0-9A-Z|A-Z0-9)\]\{1[24]\}\[0-9\]\{2[46]\}$/, () => 'uma chave de acesso de 44 caracteres'],
  [/^\[A-Z\]\{2,3\}\[0-9\]\{4\}\|/, () => 'uma placa de 7 letras e algarismos, sem hífen'],
  [/\[0-9\]\{0,(\d+)\}(?:\|.*)?\(\\\.\[0-9\]\{(?:1,|2,)?(\d+)\}\)\?/, decimal],
  [/^0\|\[0-9\]\{1\}\(\\\.\[0-9\]\{(\d+)\}\)\?$/, (places) => decimal('0', places)],
  [/^\[0-9\]\{1\}\[0-9\]\{0,(\d+)\}$/, (more) => `de 1 a ${Number(more) + 1} algarismos`],
  [/^\[a-zA-Z0-9\]\{(?:(\d+),)?(\d+)\}$/, lettersAndDigits],
  [
    /^0?\|?\[1-9\]\{1\}\[0-9\]\{0,(\d+)\}$/,
    (more) => `um número de até ${Number(more) + 1} algarismos, sem zeros à esquerda`,
  ],
];

/** What a pattern of the schema accepts, in Portuguese words; the pattern itself where it has no words yet. */
export function formOf(pattern: string, own: readonly Words[]): string {
  for (const [form, words] of [...own, ...common]) {
    const match = form.exec(pattern);
    if (match) return words(...match.slice(1));
  }
  return digitsOf(pattern) ?? `o formato ${pattern}`;
}

function decimal(more = '0', places = '0'): string {
  const digits = more === '0' ? '1 algarismo inteiro' : `até ${Number(more) + 1} algarismos inteiros`;
  return `um número com ${digits} e ${places} decimais, com ponto`;
}

function lettersAndDigits(least = '', most = ''): string {
  return `${least === '' ? '' : `de ${least} a `}${most} letras e algarismos, sem espaços`;
}

/** `[0-9]{2}|[0-9]{8}|ISENTO` as "2 algarismos, 8 algarismos ou ISENTO". */
function digitsOf(pattern: string): string | null {
  const words = pattern.split('|').map((part) => {
    const count = /^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}$/.exec(part);
    if (!count) return /^[A-Z ]+$/.test(part) ? part : null;
    const [, from = '', to] = count;
    if (from === '0' && to === undefined) return 'nada';
    return to === undefined ? `${from} ${from === '1' ? 'algarismo' : 'algarismos'}` : `de ${from} a ${to} algarismos`;
  });
  if (words.includes(null)) return null;
  return words.join(', ').replace(/, ([^,]*)$/, ' ou $1');
}
