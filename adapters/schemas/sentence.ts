type FaultPlace = { name: string; forms: readonly Words[] };
type Reading = [RegExp, (told: FaultPlace, ...found: string[]) => string];

/** libxml2's messages about faults, and the sentences in Portuguese for them. Lengths are in characters. */
const readings: Reading[] = [
  [
    /The value '([^]*)' is not accepted by the pattern '([^]*)'\.$/,
    ({ name, forms }, value, pattern = '') =>
      `${valueOf(name, value)} não é aceito: informe ${patternInWords(pattern, forms)}.`,
  ],
  [
    /The value '([^]*)' is not an element of the set \{([^]*)\}\.$/,
    ({ name }, value, set) => `${valueOf(name, value)} não é aceito: informe ${oneOf(set)}.`,
  ],
  [
    /has a length of '(\d+)'; this exceeds the allowed maximum length of '(\d+)'/,
    ({ name }, length, maximum) => `${name} tem ${length} caracteres e o máximo é ${maximum}: abrevie.`,
  ],
  [
    /has a length of '(\d+)'; this underruns the allowed minimum length of '(\d+)'/,
    ({ name }, length, minimum) => `${name} tem ${length} caracteres e o mínimo é ${minimum}: complete.`,
  ],
  [
    /has a length of '(\d+)'; this differs from the allowed length of '(\d+)'/,
    ({ name }, length, exact) => `${name} tem ${length} caracteres e devem ser ${exact}.`,
  ],
  [
    /'([^]*)' is not a valid value of the [a-z]+ type '([^']*)'\.$/,
    ({ name }, value, type) => `${valueOf(name, value)} não é aceito: ${kindOf(type)}.`,
  ],
  [/This element is not expected\./, ({ name }) => `${name} não cabe neste lugar do leiaute, ou aparece vezes demais.`],
];

/** The sentence in Portuguese for a fault of the element `name`; libxml2's own words where its message is unknown. */
export function sentenceOf(name: string, message: string, { forms }: FamilyWords): string {
  const text = message.trim();
  for (const [form, tell] of readings) {
    const match = form.exec(text);
    if (match) return tell({ name, forms }, ...match.slice(1));
  }
  return `O leiaute não aceita ${name}: ${text}`;
}

function valueOf(name: string, value = ''): string {
  if (value === '') return `${name} vazio`;
  return `O valor "${value.length > 60 ? `${value.slice(0, 60)}…` : value}" de ${name}`;
}

function kindOf(type = ''): string {
  return type === 'xs:date' ? 'informe uma data como 2026-11-21' : `o leiaute pede o tipo ${type}`;
}

function oneOf(set = ''): string {
  const values = [...set.matchAll(/'([^']*)'/g)].map(([, value]) => value);
  if (values.length > 30) return 'um dos valores da tabela do leiaute';
  return values.join(', ').replace(/, ([^,]*)$/, ' ou $1');
}

/** The form of a pattern in the schemas, and in Portuguese what it accepts. */
type Words = readonly [RegExp, (...parts: string[]) => string];

/** What the sentences about one family's documents are made with. */
export type FamilyWords = {
  namespace: string;
  /** Names of signed elements: the path of a field begins below the nearest of them. */
  signed: ReadonlySet<string>;
  /** Names of elements that may repeat, and are counted in paths. */
  repeated: ReadonlySet<string>;
  /** Groups of elements of which the layout requires one. */
  choices: readonly (readonly string[])[];
  /** The field of the API that fills each field of the XML. */
  apiFields: ReadonlyMap<string, string>;
  /** Alternative groups, and the one name that `apiFields` uses for them. */
  variants: readonly (readonly [RegExp, string])[];
  /** What patterns of this family accept. */
  forms: readonly Words[];
};

/** What patterns accept that occur in the schemas of several families. */
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

/** What a pattern of the schema accepts, in Portuguese; the pattern itself where there are no words for it. */
export function patternInWords(pattern: string, own: readonly Words[]): string {
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
