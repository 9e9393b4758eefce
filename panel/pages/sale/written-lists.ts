import { plainDecimal, type ValueTree } from '../../forms/read.ts';

/** A list that the form shows as text, one element a line. A line that cannot be read stays as written, so that validation reports it. */
type Lines = { read: (line: string) => Line; write: (line: Line) => string };
type Line = ValueTree;

/** `SP000002 5,00 12,34`: the code, the percentage and, optionally, the value. */
const credit: Lines = {
  read: (line) => {
    const [code = '', rate = '', value] = line.split(/\s+/);
    return { code, rate: plainDecimal(rate), ...(value ? { value: plainDecimal(value) } : {}) };
  },
  write: ({ code, rate, value }) => [code, comma(rate), comma(value)].filter(Boolean).join(' '),
};

/** `5 12.500,500`: a day of the month and its kilograms. */
const delivery: Lines = {
  read: (line) => {
    const [day = '', kilograms = ''] = line.split(/\s+/);
    return { day: /^\d{1,2}$/.test(day) ? Number(day) : day, kilograms: plainDecimal(kilograms) };
  },
  write: ({ day, kilograms }) => `${String(day)} ${comma(kilograms)}`,
};

/** `Funrural 120,00`: a deduction and its value. */
const deduction: Lines = {
  read: (line) => {
    const [, description = line, value = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    return { description, value: plainDecimal(value) };
  },
  write: ({ description, value }) => `${String(description)} ${comma(value)}`,
};

/** `Vendedor: Ana`: the name of a free field and its text. */
const remark: Lines = {
  read: (line) => {
    const [, field = line, text = ''] = /^([^:]*[^:\s])\s*:\s*(.*)$/.exec(line) ?? [];
    return { field, text };
  },
  write: ({ field, text }) => `${String(field)}: ${String(text)}`,
};

/** `12345 529.982.247-25`: a prescription and the CPF of the agronomist. */
const prescription: Lines = {
  read: (line) => {
    const [, number = line, agronomistTaxId = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    return { number, agronomistTaxId };
  },
  write: ({ number, agronomistTaxId }) => `${String(number)} ${String(agronomistTaxId)}`,
};

function comma(number: unknown): string {
  return typeof number === 'string' ? number.replace('.', ',') : '';
}

function linesIn(text: unknown, { read }: Lines): unknown {
  if (typeof text !== 'string') return text;
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(read);
}

function textOf(list: unknown, { write }: Lines): unknown {
  return Array.isArray(list) ? (list as Line[]).map(write).join('\n') : list;
}

/** An NF-e item with its further presumed credits as a list. */
export function itemToApi(item: ValueTree): ValueTree {
  return { ...item, furtherPresumedCredits: linesIn(item['furtherPresumedCredits'], credit) };
}

export function itemToForm(item: object): object {
  const { furtherPresumedCredits } = item as ValueTree;
  return furtherPresumedCredits ? { ...item, furtherPresumedCredits: textOf(furtherPresumedCredits, credit) } : item;
}

/** The lists of the note as a whole. */
const ofNote = { remarks: remark, taxOfficeRemarks: remark, pesticidePrescriptions: prescription };

/** Reads those lists of the note that are not empty. */
export const noteListsToApi = (note: ValueTree): ValueTree => eachOf(note, linesIn);

/** Writes the same lists as text. */
export const noteListsToForm = (note: ValueTree): ValueTree => eachOf(note, textOf);

function eachOf(note: ValueTree, as: (value: unknown, lines: Lines) => unknown): ValueTree {
  const said = Object.entries(ofNote).filter(([name]) => note[name]);
  return Object.fromEntries(said.map(([name, lines]) => [name, as(note[name], lines)]));
}

/** The cane group with its deliveries and deductions as lists, and its month as the contract writes it: `11/2026` becomes `2026-11`. */
export function caneToApi(cane: ValueTree): ValueTree {
  const { month, deliveries, deductions } = cane;
  return {
    ...cane,
    month: typeof month === 'string' ? month.replace(/^(\d{2})\/(\d{4})$/, '$2-$1') : month,
    deliveries: linesIn(deliveries, delivery),
    deductions: linesIn(deductions, deduction),
  };
}

export function caneToForm(cane: ValueTree): ValueTree {
  const { month, deliveries, deductions } = cane;
  return {
    ...cane,
    month: typeof month === 'string' ? month.replace(/^(\d{4})-(\d{2})$/, '$2/$1') : month,
    deliveries: textOf(deliveries, delivery),
    deductions: textOf(deductions, deduction),
  };
}
