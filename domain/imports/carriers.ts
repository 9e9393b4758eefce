import { z } from 'zod';
import { carrierDocumentTypes } from '../carriers/carrier-input.ts';
import { asText, asWord, headerKey } from './cell.ts';
import type { ImportColumn } from './rows.ts';

const documentType = asWord(new Map(carrierDocumentTypes.map((word) => [headerKey(word), word] as const)));

/** The columns that a file of carriers may have. Vehicles are not among them: they are added by hand or through the API. */
export const carrierColumns: readonly ImportColumn[] = [
  {
    field: 'name',
    alias: ['razaosocial', 'nome', 'transportadora', 'nometransportadora', 'nomerazaosocial', 'xnome'],
    read: asText,
    example: 'Rápido Paulista Ltda',
    emptySaysNothing: true,
  },
  {
    field: 'document',
    alias: ['cpfcnpj', 'cnpjcpf', 'cnpjoucpf', 'cpfoucnpj', 'documento', 'cnpj', 'cpf'],
    read: asText,
    example: '11.444.777/0001-61',
  },
  { field: 'documentType', alias: ['tipodocumento', 'tipododocumento', 'tipodedocumento'], read: documentType },
  {
    field: 'stateRegistration',
    alias: ['ie', 'inscricaoestadual', 'inscestadual', 'inscest'],
    read: asText,
    example: '110042490114',
  },
  { field: 'anttCode', alias: ['rntrc', 'antt', 'codigoantt', 'registroantt'], read: asText, example: '12345678' },
  {
    field: 'email',
    alias: ['email', 'correioeletronico', 'mail'],
    read: asText,
    example: 'coleta@rapidopaulista.com.br',
  },
  {
    field: 'street',
    alias: ['logradouro', 'endereco', 'rua', 'xender'],
    read: asText,
    example: 'Rodovia Anhanguera',
  },
  { field: 'number', alias: ['numero', 'nro', 'num', 'numeroendereco'], read: asText, example: 'km 15' },
  { field: 'city', alias: ['municipio', 'cidade', 'nomemunicipio', 'xmun'], read: asText, example: 'São Paulo' },
  { field: 'state', alias: ['uf', 'estado', 'siglauf'], read: asText, example: 'SP' },
];

const text = z.string().nullish();

/** A row of carriers as changes of a record; the contract checks the bounds. */
export const carrierChanges = z.object({
  name: z.string().optional(),
  document: text,
  documentType: z.enum(carrierDocumentTypes).nullish(),
  stateRegistration: text,
  anttCode: text,
  email: text,
  street: text,
  number: text,
  city: text,
  state: text,
});

/** A row of carriers as a new record. */
export const carrierCreation = carrierChanges.required({ name: true });
