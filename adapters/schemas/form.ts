type Words = [RegExp, (...parts: string[]) => string];

/** What the patterns of the NF-e schemas accept, in words (tiposBasico_v4.00, DFeTiposBasicos_v1.00, leiauteNFe_v4.00). */
const forms: Words[] = [
  [/^\[!-ÿ\]\{1\}\[ -ÿ\]/, () => 'só letras, algarismos e sinais do alfabeto latino (sem emojis nem outros alfabetos)'],
  [/^\(\(\(20.*T\(20\|/, () => 'data e hora como 2026-11-21T09:30:00-03:00'],
  [/^\(\(\(20/, () => 'uma data como 2026-11-21'],
  [/^\[0-9\]\{6\}\[(?:0-9A-Z|A-Z0-9)\]\{12\}\[0-9\]\{26\}$/, () => 'uma chave de acesso de 44 caracteres'],
  [/^\[0-9\]\{0\}\|\[0-9A-Z\]\{12\}/, () => 'um CNPJ de 14 caracteres, sem pontuação, ou nada'],
  [/^\[0-9A-Z\]\{12\}\[0-9\]\{2\}$/, () => 'um CNPJ de 14 caracteres, sem pontuação'],
  [/^\[A-Z\]\{2,3\}\[0-9\]\{4\}\|/, () => 'uma placa de 7 letras e algarismos, sem hífen'],
  [/^\[1,2,3,5,6,7\]/, () => 'um CFOP de 4 algarismos que comece por 1, 2, 3, 5, 6 ou 7'],
  [/^\(\[!-ÿ\]\{0\}\|\[!-ÿ\]\{5,20\}\)\?$/, () => 'de 5 a 20 caracteres, ou nada'],
  [/\[0-9\]\{0,(\d+)\}(?:\|.*)?\(\\\.\[0-9\]\{(?:1,|2,)?(\d+)\}\)\?/, decimal],
  [
    /^0?\|?\[1-9\]\{1\}\[0-9\]\{0,(\d+)\}$/,
    (more) => `um número de até ${Number(more) + 1} algarismos, sem zeros à esquerda`,
  ],
];

/** What a pattern of the schema accepts, in Portuguese words; the pattern itself where it has no words yet. */
export function formOf(pattern = ''): string {
  for (const [form, words] of forms) {
    const match = form.exec(pattern);
    if (match) return words(...match.slice(1));
  }
  return digitsOf(pattern) ?? `o formato ${pattern}`;
}

function decimal(more = '0', places = '0'): string {
  return `um número com até ${Number(more) + 1} algarismos inteiros e ${places} decimais, com ponto`;
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
