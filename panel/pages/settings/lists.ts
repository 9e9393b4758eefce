import { ibsCbsRegimes } from '../../../domain/taxation/simples.ts';
import { type PriceContent, priceContents } from '../../../domain/taxation/price.ts';
import { stateCodes } from '../../../domain/states.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import type { RowList } from '../../forms/rows.ts';

type ListName =
  | 'priceIncludes'
  | 'ibsCbsRegime'
  | 'simplesIbsRate'
  | 'simplesCbsRate'
  | 'substituteStateRegistrations'
  | 'adminEmails'
  | 'autXml';

/** A field of every row, without its name, which depends on the row. */
type Column = Omit<Field, 'name'> & {
  /** The fault when the rest of the row is written and this is empty. */
  missing: string;
};

/** A setting that is a list of rows: each has a key, and mostly a value. */
export type SettingsList = {
  /** Its name in the settings and in the contract. */
  name: ListName;
  title: string;
  help: string;
  /** The most rows that a company may have. */
  most: number;
  key: Column;
  /** Absent when a row is only a key, as an e-mail is. */
  value?: Column;
  /** The fault of a row whose key another row has. */
  twice: string;
  /** Makes keys equal that people write in different ways. */
  sameAs?: (key: string) => string;
  /** For a setting by date (keys are the days from which values apply): the words for what applies before the first of them. */
  usual?: string;
};

const byDay = {
  most: 400,
  key: { label: 'Desde', kind: 'date', isShort: true, missing: 'Diga desde que dia.' },
  twice: 'Há outra linha com este dia: deixe uma só.',
} as const satisfies Partial<SettingsList>;

const priceWords: Record<PriceContent, string> = {
  ALL_TAXES: 'O que o cliente paga, com IBS e CBS',
  NET_OF_NEW_TAXES: 'Sem IBS e CBS, que são somados a ele',
};

const regimeWords: Record<(typeof ibsCbsRegimes)[number] | 'OF_CRT', string> = {
  OF_CRT: 'Como diz o regime da empresa',
  REGULAR: 'Está no Simples, e paga IBS e CBS pelo regime regular',
  SIMPLES_PENDING: 'Está no regime normal, e pediu o Simples',
  SIMPLES_EXCESS_PENDING: 'Está no regime normal, e pediu o Simples acima do limite',
};

const chosen = (all: readonly Choice[]): Choice[] => [['', 'Escolha'], ...all];

const rate = (name: 'simplesIbsRate' | 'simplesCbsRate', tax: string): SettingsList => ({
  ...byDay,
  name,
  title: `Alíquota de ${tax} no Simples`,
  help: `A efetiva, em porcento, como a apuração do mês anterior a dá. Só para quem paga ${tax} pelo Simples, de 2027 em diante.`,
  value: { label: 'Alíquota (%)', kind: 'decimal', most: 8, isShort: true, missing: 'Diga a alíquota.' },
  usual: 'nenhuma',
});

/** The settings by date. */
export const datedLists: readonly SettingsList[] = [
  {
    ...byDay,
    name: 'priceIncludes',
    title: 'O que os preços contêm',
    help: 'Vale para notas de 2027 em diante: até lá IBS e CBS ficam fora de todo preço.',
    value: {
      label: 'O preço é',
      kind: 'choice',
      isShort: true,
      choices: chosen(priceContents.map((each) => [each, priceWords[each]])),
      missing: 'Escolha o que o preço contém.',
    },
    usual: 'o que o cliente paga',
  },
  {
    ...byDay,
    name: 'ibsCbsRegime',
    title: 'Como a empresa paga IBS e CBS',
    help: 'Só onde o regime da empresa não o diz: quem está no Simples e escolheu o regime regular, ou espera a resposta ao pedido do Simples.',
    value: {
      label: 'Paga assim',
      kind: 'choice',
      isShort: true,
      choices: chosen((['OF_CRT', ...ibsCbsRegimes] as const).map((each) => [each, regimeWords[each]])),
      missing: 'Escolha como ela paga.',
    },
    usual: 'como diz o regime da empresa',
  },
  rate('simplesIbsRate', 'IBS'),
  rate('simplesCbsRate', 'CBS'),
];

export const substituteList: SettingsList = {
  name: 'substituteStateRegistrations',
  title: 'Inscrições de substituto em outras UFs',
  help: 'Para quem recolhe o ICMS-ST a outra UF com inscrição de lá.',
  most: 26,
  key: {
    label: 'UF',
    kind: 'choice',
    choices: chosen([...stateCodes.keys()].toSorted().map((state) => [state, state])),
    isShort: true,
    missing: 'Escolha a UF da inscrição.',
  },
  value: { label: 'Inscrição estadual', most: 20, isShort: true, missing: 'Escreva a inscrição desta UF.' },
  twice: 'Há outra linha com esta UF: deixe uma só.',
};

/** The e-mail addresses that Lavra writes to, and who may fetch the XML. */
export const accessLists: readonly SettingsList[] = [
  {
    name: 'adminEmails',
    title: 'E-mails de quem decide pela empresa',
    help: 'Recebem os pedidos de escritórios de contabilidade. Sem nenhum, vale o e-mail da empresa.',
    most: 10,
    key: { label: 'E-mail', kind: 'email', most: 254, missing: 'Escreva o e-mail.' },
    twice: 'Este e-mail já está na lista.',
    sameAs: (email) => email.toLowerCase(),
  },
  {
    name: 'autXml',
    title: 'Quem pode baixar o XML das notas',
    help: 'CNPJ ou CPF de quem a SEFAZ deixa baixar o XML, como o escritório de contabilidade. Vai em cada nota emitida daqui em diante.',
    most: 10,
    key: { label: 'CNPJ ou CPF', most: 18, isShort: true, missing: 'Escreva o CNPJ ou CPF.' },
    twice: 'Este CNPJ ou CPF já está na lista.',
    sameAs: plainTaxId,
  },
];

/** Reads some rows more than allowed, so that validation reports that there are too many. */
export const rowsIn = ({ name, most }: SettingsList): RowList => ({ name, most: most + 5 });

/** The fields of one row, as the form names them. */
export function rowFields({ name, key, value }: SettingsList, at: number): Field[] {
  return [
    { ...withoutMissing(key), name: `${name}[${at}].key` },
    ...(value ? [{ ...withoutMissing(value), name: `${name}[${at}].value` }] : []),
  ];
}

function withoutMissing({ missing: _told, ...field }: Column): Omit<Field, 'name'> {
  return { ...field, isRequired: false };
}

/** The list with its rows as fields of a form, labelled with the row's number, so that a fault finds its row. */
export function asGroup(list: SettingsList, rows: number): FieldGroup {
  const fields = Array.from({ length: rows }, (_, at) =>
    rowFields(list, at).map((field) => ({ ...field, label: `${list.title}, linha ${at + 1}` })),
  );
  return { title: list.title, fields: [{ name: list.name, label: list.title }, ...fields.flat()] };
}
