import { plainDecimal, type Sent } from '../../forms/read.ts';

/** A list that the form has as text, an element a line; what is no such line stays as it was written, so that who judges it says so. */
type Lines = { read: (line: string) => Line; write: (line: Line) => string };
type Line = Sent;

/** `SP000002 5,00 12,34`: code, percentage and, where it is said, value. */
const credit: Lines = {
  read: (line) => {
    const [code = '', rate = '', value] = line.split(/\s+/);
    return { code, rate: plainDecimal(rate), ...(value ? { value: plainDecimal(value) } : {}) };
  },
  write: ({ code, rate, value }) => [code, comma(rate), comma(value)].filter(Boolean).join(' '),
};

/** `5 12.500,500`: a day, and the kilograms of it. */
const delivery: Lines = {
  read: (line) => {
    const [day = '', kilograms = ''] = line.split(/\s+/);
    return { day: /^\d{1,2}$/.test(day) ? Number(day) : day, kilograms: plainDecimal(kilograms) };
  },
  write: ({ day, kilograms }) => `${String(day)} ${comma(kilograms)}`,
};

/** `Funrural 120,00`: what is kept back, and how much. */
const deduction: Lines = {
  read: (line) => {
    const [, description = line, value = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    return { description, value: plainDecimal(value) };
  },
  write: ({ description, value }) => `${String(description)} ${comma(value)}`,
};

/** `Vendedor: Ana`: a field of free use, and what it says. */
const remark: Lines = {
  read: (line) => {
    const [, field = line, text = ''] = /^([^:]*[^:\s])\s*:\s*(.*)$/.exec(line) ?? [];
    return { field, text };
  },
  write: ({ field, text }) => `${String(field)}: ${String(text)}`,
};

/** `12345 529.982.247-25`: a prescription, and the CPF of who signed it. */
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

/** An item of an NF-e with its further credits as a list. */
export function itemTaken(item: Sent): Sent {
  return { ...item, furtherPresumedCredits: linesIn(item['furtherPresumedCredits'], credit) };
}

export function itemWritten(item: object): object {
  const { furtherPresumedCredits } = item as Sent;
  return furtherPresumedCredits ? { ...item, furtherPresumedCredits: textOf(furtherPresumedCredits, credit) } : item;
}

/** Lists of the whole note. */
const ofNote = { remarks: remark, taxOfficeRemarks: remark, pesticidePrescriptions: prescription };

/** The lists of a whole note, of which something is said, as lists. */
export const noteListsTaken = (note: Sent): Sent => eachOf(note, linesIn);

/** The same as text. */
export const noteListsWritten = (note: Sent): Sent => eachOf(note, textOf);

function eachOf(note: Sent, as: (value: unknown, lines: Lines) => unknown): Sent {
  const said = Object.entries(ofNote).filter(([name]) => note[name]);
  return Object.fromEntries(said.map(([name, lines]) => [name, as(note[name], lines)]));
}

/** Cane with its days and deductions as lists, and its month as the contract has it: `11/2026` is `2026-11`. */
export function caneTaken(cane: Sent): Sent {
  const { month, deliveries, deductions } = cane;
  return {
    ...cane,
    month: typeof month === 'string' ? month.replace(/^(\d{2})\/(\d{4})$/, '$2-$1') : month,
    deliveries: linesIn(deliveries, delivery),
    deductions: linesIn(deductions, deduction),
  };
}

export function caneWritten(cane: Sent): Sent {
  const { month, deliveries, deductions } = cane;
  return {
    ...cane,
    month: typeof month === 'string' ? month.replace(/^(\d{4})-(\d{2})$/, '$2/$1') : month,
    deliveries: textOf(deliveries, delivery),
    deductions: textOf(deductions, deduction),
  };
}
