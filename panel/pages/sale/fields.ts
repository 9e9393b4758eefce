import type { DocumentType } from '../../../domain/document-types.ts';
import type { Field } from '../../forms/fields.ts';
import { deductionFields, deductionList } from './deduction-fields.ts';
import { itemFields } from './item-fields.ts';
import { installmentFields, paymentFields } from './payment-fields.ts';
import { processFields, processList } from './regulated-fields.ts';
import { reimbursementFields, reimbursementList } from './service-ibs-cbs.ts';
import { ofWhole } from './whole-fields.ts';

/** Lists of the form, with the most rows that each may have. */
export const saleLists = {
  ...{ items: 990, payments: 100, duplicates: 120, [processList]: 100 },
  ...{ [reimbursementList]: 1000, [deductionList]: 1000 },
} as const;
export type ListName = keyof typeof saleLists;

/** The fields of one part of the form: those always in sight, those folded under "Mais campos", and those folded apart because few need them. */
export type SaleFields = {
  first: readonly Field[];
  more: readonly Field[];
  few?: readonly Field[];
  /** Folded groups, each about the one thing that its word names. */
  apart?: readonly { word: string; fields: readonly Field[] }[];
};

/** The fields of a client who is not taken from the records. */
export function clientFields(type: DocumentType): SaleFields {
  const isNamed = type !== 'NFCE';
  return {
    first: [
      { name: 'client.name', label: isNamed ? 'Nome ou razão social' : 'Nome', isRequired: isNamed, most: 60 },
      { name: 'client.document', label: 'CPF ou CNPJ', isShort: true, most: 60 },
      { name: 'client.email', label: 'E-mail', kind: 'email', isShort: true, most: 60 },
    ],
    more: [
      { name: 'client.stateRegistration', label: 'Inscrição estadual', isShort: true, most: 30 },
      {
        name: 'client.taxpayerType',
        label: 'Perante o ICMS',
        kind: 'choice',
        choices: [
          ['', 'O que segue da inscrição'],
          ['CONTRIBUINTE', 'Contribuinte'],
          ['ISENTO', 'Isento de inscrição'],
          ['NAO_CONTRIBUINTE', 'Não contribuinte'],
        ],
        isShort: true,
      },
      { name: 'client.zipCode', label: 'CEP', isShort: true, most: 10 },
      { name: 'client.street', label: 'Rua ou avenida', most: 60 },
      { name: 'client.number', label: 'Número', isShort: true, most: 60 },
      { name: 'client.complement', label: 'Complemento', isShort: true, most: 60 },
      { name: 'client.neighborhood', label: 'Bairro', isShort: true, most: 60 },
      { name: 'client.city', label: 'Cidade', isShort: true, most: 60 },
      { name: 'client.state', label: 'Estado (sigla)', isShort: true, most: 2 },
      {
        name: 'client.municipalityCode',
        label: 'Código IBGE da cidade',
        isShort: true,
        most: 7,
        hint: 'Em branco, o Lavra o acha pela cidade e pelo estado.',
      },
      { name: 'client.phone', label: 'Telefone', isShort: true, most: 20 },
    ],
  };
}

/** Whether a kind of document has payments and installments. */
export const hasPayments = (type: DocumentType): boolean => type !== 'NFSE';
export const hasInstallments = (type: DocumentType): boolean => type === 'NFE';

/** Every field of a form with this many rows in each list. */
export function fieldsOf(type: DocumentType, rows: Record<ListName, number>): Field[] {
  const each = (count: number, fields: (index: number) => SaleFields) =>
    Array.from({ length: count }, (_, index) => fieldsOfPart(fields(index))).flat();
  return [
    ...fieldsOfPart(clientFields(type)),
    ...each(rows.items, (index) => itemFields(type, index)),
    ...(hasPayments(type) ? each(rows.payments, paymentFields) : []),
    ...(hasInstallments(type) ? each(rows.duplicates, installmentFields) : []),
    ...(type === 'NFE' ? each(rows[processList], processFields) : []),
    ...(type === 'NFSE'
      ? [...each(rows[reimbursementList], reimbursementFields), ...each(rows[deductionList], deductionFields)]
      : []),
    ...ofWhole(type),
  ];
}

/** All fields of a part, in the order in which they are seen. */
export function fieldsOfPart({ first, more, few = [], apart = [] }: SaleFields): Field[] {
  return [...first, ...more, ...few, ...apart.flatMap(({ fields }) => fields)];
}
