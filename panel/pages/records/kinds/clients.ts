import type { ClientDocumentType } from '../../../../domain/clients/client-input.ts';
import type { Client, clientTypes } from '../../../../domain/clients/client.entity.ts';
import { taxIdMask } from '../../../../domain/masks.ts';
import { stateCodes } from '../../../../domain/states.ts';
import type { TaxpayerType } from '../../../../domain/taxation/operation.ts';
import { clientView } from '../../../../http/views/records.ts';
import { checkedBody } from '../../../../openapi/check-body.ts';
import { findClients } from '../../../../operations/lists/records.ts';
import { changeClient, createClient, findClient, removeClient } from '../../../../operations/records/clients.ts';
import type { Choice, FieldGroup } from '../../../forms/fields.ts';
import { filled } from '../../../forms/read.ts';
import type { RecordKind, RecordRow } from '../kind.ts';

const taxpayers: Record<TaxpayerType, string> = {
  CONTRIBUINTE: 'Contribuinte do ICMS',
  ISENTO: 'Contribuinte isento de inscrição',
  NAO_CONTRIBUINTE: 'Não contribuinte',
};
const types: Record<(typeof clientTypes)[number], string> = {
  INDIVIDUAL: 'Pessoa física',
  COMPANY: 'Pessoa jurídica',
  FOREIGN: 'Estrangeiro',
};
const documents: Record<ClientDocumentType, string> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  FOREIGN: 'Documento de estrangeiro',
  OTHER: 'Outro',
};

const choicesOf = (first: string, words: Record<string, string>): readonly Choice[] => [
  ['', first],
  ...Object.entries(words),
];

/** The states of Brazil, as a choice. */
export const stateChoices: readonly Choice[] = [
  ['', 'Não informada'],
  ...[...stateCodes.keys()].toSorted().map((state): Choice => [state, state]),
];

const groups: FieldGroup[] = [
  {
    title: 'Quem é',
    fields: [
      { name: 'name', label: 'Nome ou razão social', isRequired: true, most: 60 },
      { name: 'document', label: 'CPF ou CNPJ', most: 20, isShort: true },
      {
        name: 'stateRegistration',
        label: 'Inscrição estadual',
        most: 20,
        isShort: true,
        hint: 'Escreva ISENTO para quem é isento de inscrição.',
      },
      { name: 'email', label: 'E-mail', most: 60, isShort: true },
      { name: 'phone', label: 'Telefone com DDD', most: 20, isShort: true },
      { name: 'isActive', label: 'Ativo: pode ser escolhido em vendas novas', kind: 'yesNo' },
    ],
  },
  {
    title: 'Endereço',
    fields: [
      { name: 'zipCode', label: 'CEP', most: 9, isShort: true },
      { name: 'street', label: 'Logradouro', most: 60, isShort: true },
      { name: 'number', label: 'Número', most: 60, isShort: true, hint: 'S/N onde não há.' },
      { name: 'complement', label: 'Complemento', most: 60, isShort: true },
      { name: 'neighborhood', label: 'Bairro', most: 60, isShort: true },
      { name: 'city', label: 'Município', most: 60, isShort: true },
      { name: 'state', label: 'UF', kind: 'choice', choices: [...stateChoices, ['EX', 'Exterior']], isShort: true },
      {
        name: 'municipalityCode',
        label: 'Código IBGE do município',
        most: 7,
        isShort: true,
        hint: 'São 7 dígitos; a nota precisa dele.',
      },
    ],
  },
  {
    title: 'O que poucos precisam',
    isFolded: true,
    fields: [
      { name: 'tradeName', label: 'Nome fantasia', most: 60, isShort: true },
      {
        name: 'taxpayerType',
        label: 'Perante o ICMS',
        kind: 'choice',
        choices: choicesOf('Pela inscrição estadual', taxpayers),
        isShort: true,
      },
      {
        name: 'type',
        label: 'Tipo de pessoa',
        kind: 'choice',
        choices: choicesOf('Pelo documento', types),
        isShort: true,
      },
      {
        name: 'documentType',
        label: 'Tipo de documento',
        kind: 'choice',
        choices: choicesOf('Pelo número', documents),
        isShort: true,
      },
      { name: 'isuf', label: 'Inscrição na Suframa', most: 12, isShort: true },
      { name: 'country', label: 'País (sigla de duas letras)', most: 2, isShort: true, hint: 'BR onde nada é dito.' },
    ],
  },
];

function row({ id, name, document, documentType, city, state, isActive }: Client): RecordRow {
  const isTaxId = documentType === 'CPF' || documentType === 'CNPJ';
  const shown = isTaxId ? taxIdMask(document) : document;
  const place = [city, state].filter(Boolean).join('/');
  return { id, name, under: shown, cells: [place, isActive ? 'Ativo' : 'Inativo'], isIdle: !isActive };
}

/** The pages of clients. */
export const clients: RecordKind = {
  path: 'clientes',
  here: 'clientes',
  words: {
    title: 'Clientes',
    one: 'cliente',
    article: 'o',
    create: 'Novo cliente',
    search: 'Nome, CPF, CNPJ ou e-mail',
    none: 'Cadastre para quem você vende, ou traga de uma planilha.',
    removal:
      'O cadastro é apagado e não volta. Quem já tem notas não pode ser removido: desmarque “Ativo”, e ele deixa de ser oferecido em vendas novas.',
  },
  columns: ['Município', 'Situação'],
  groups: () => groups,
  initial: { isActive: 'sim' },
  async list(em, query, page) {
    const { clients, total } = await findClients(em, query, page);
    return { rows: clients.map(row), total };
  },
  async find(em, id) {
    const client = await findClient(em, id);
    return { id, name: client.name, view: clientView(client) };
  },
  create: (orm, company, sent) => createClient(orm, company, checkedBody('ClientCreation', filled(sent))),
  change: (orm, company, id, sent) => changeClient(orm, company, id, checkedBody('ClientChanges', sent)),
  remove: removeClient,
};
