import type { FamilyWords, Words } from './family-words.ts';
import { formOf } from './form.ts';

type Told = { name: string; forms: readonly Words[] };
type Reading = [RegExp, (told: Told, ...found: string[]) => string];

/** libxml2's messages about faults, and the sentences that people read instead. Lengths are in characters. */
const readings: Reading[] = [
  [
    /The value '([^]*)' is not accepted by the pattern '([^]*)'\.$/,
    ({ name, forms }, value, pattern = '') =>
      `${valueOf(name, value)} não é aceito: informe ${formOf(pattern, forms)}.`,
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

/** A fault of the element `name` in Portuguese, for the person who mends it; libxml2's own words where its message is unknown. */
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
