import { z } from 'zod';
import { clientDocumentTypes } from '../clients/client-input.ts';
import { clientTypes } from '../clients/client.entity.ts';
import { taxpayerTypes } from '../taxation/operation.ts';
import { asFlag, asText, asWord, headerKey } from './cell.ts';
import type { ImportColumn } from './rows.ts';

const type = asWord(
  new Map([
    ...clientTypes.map((word) => [headerKey(word), word] as const),
    ...['f', 'pf', 'fisica', 'pessoafisica'].map((word) => [word, 'INDIVIDUAL'] as const),
    ...['j', 'pj', 'juridica', 'pessoajuridica'].map((word) => [word, 'COMPANY'] as const),
    ...['e', 'ex', 'estrangeiro', 'estrangeira', 'exterior'].map((word) => [word, 'FOREIGN'] as const),
  ]),
);

const documentType = asWord(
  new Map([
    ...clientDocumentTypes.map((word) => [headerKey(word), word] as const),
    ...['estrangeiro', 'passaporte'].map((word) => [word, 'FOREIGN'] as const),
    ['outro', 'OTHER'] as const,
  ]),
);

/** Reads a taxpayer type; 1, 2 and 9 are the values of indIEDest. */
const taxpayerType = asWord(
  new Map([
    ...taxpayerTypes.map((word) => [headerKey(word), word] as const),
    ...['1', 's', 'sim', 'contribuinteicms'].map((word) => [word, 'CONTRIBUINTE'] as const),
    ...['2', 'contribuinteisento'].map((word) => [word, 'ISENTO'] as const),
    ...['9', 'n', 'nao'].map((word) => [word, 'NAO_CONTRIBUINTE'] as const),
  ]),
);

/** Reads a country: the names of Brazil in such files, and other countries by their ISO code. */
const country: ImportColumn['read'] = (text) => ({
  value: ['brasil', 'brazil', 'bra', '1058', '01058', '55'].includes(headerKey(text)) ? 'BR' : text,
});

/** The columns that a file of clients may have. */
export const clientColumns: readonly ImportColumn[] = [
  {
    field: 'name',
    alias: [
      'razaosocial',
      'nome',
      'nomerazaosocial',
      'razaosocialnome',
      'nomecompleto',
      'nomecliente',
      'nomedocliente',
      'cliente',
      'xnome',
    ],
    read: asText,
    example: 'Mercado Boa Vista Ltda',
    emptySaysNothing: true,
  },
  {
    field: 'tradeName',
    alias: ['fantasia', 'nomefantasia', 'apelido', 'nomereduzido', 'xfant'],
    read: asText,
    example: 'Boa Vista',
  },
  {
    field: 'type',
    alias: ['tipo', 'tipopessoa', 'tipodepessoa', 'pessoa', 'fisicajuridica', 'pfpj', 'tipocliente'],
    read: type,
  },
  {
    field: 'document',
    alias: [
      'cpfcnpj',
      'cnpjcpf',
      'cnpjoucpf',
      'cpfoucnpj',
      'documento',
      'cnpj',
      'cpf',
      'cgc',
      'cgccpf',
      'passaporte',
      'idestrangeiro',
    ],
    read: asText,
    example: '11.444.777/0001-61',
  },
  { field: 'documentType', alias: ['tipodocumento', 'tipododocumento', 'tipodedocumento'], read: documentType },
  {
    field: 'stateRegistration',
    alias: ['ie', 'inscricaoestadual', 'inscestadual', 'inscest', 'numeroie'],
    read: asText,
    example: '110042490114',
  },
  {
    field: 'taxpayerType',
    alias: [
      'contribuinte',
      'tipocontribuinte',
      'contribuinteicms',
      'indiedest',
      'indicadorie',
      'indicadordaie',
      'indicadoriedestinatario',
    ],
    read: taxpayerType,
  },
  {
    field: 'isuf',
    alias: ['suframa', 'inscricaosuframa', 'inscsuframa', 'codigosuframa', 'numerosuframa'],
    read: asText,
  },
  {
    field: 'email',
    alias: ['emailnfe', 'emailprincipal', 'mail', 'correioeletronico'],
    read: asText,
    example: 'compras@boavista.example',
  },
  {
    field: 'phone',
    alias: [
      'telefone',
      'fone',
      'tel',
      'telefone1',
      'fone1',
      'telefoneprincipal',
      'telefonecomercial',
      'telefonefixo',
      'celular',
      'whatsapp',
    ],
    read: asText,
    example: '(11) 4002-8922',
  },
  { field: 'zipCode', alias: ['cep', 'codigopostal', 'codpostal'], read: asText, example: '01310-100' },
  {
    field: 'street',
    alias: ['logradouro', 'endereco', 'rua', 'end', 'xlgr'],
    read: asText,
    example: 'Avenida Paulista',
  },
  { field: 'number', alias: ['numero', 'nro', 'num', 'no', 'n', 'numeroendereco'], read: asText, example: '1000' },
  { field: 'complement', alias: ['complemento', 'compl', 'xcpl'], read: asText, example: 'Loja 2' },
  { field: 'neighborhood', alias: ['bairro', 'xbairro'], read: asText, example: 'Bela Vista' },
  {
    field: 'city',
    alias: ['municipio', 'cidade', 'nomemunicipio', 'nomedomunicipio', 'localidade', 'xmun'],
    read: asText,
    example: 'São Paulo',
  },
  {
    field: 'municipalityCode',
    alias: [
      'codibge',
      'codigoibge',
      'ibge',
      'codmunicipio',
      'codigomunicipio',
      'codigodomunicipio',
      'codmun',
      'cmun',
      'codcidade',
      'codigocidade',
      'codigoibgemunicipio',
      'municipioibge',
    ],
    read: asText,
    example: '3550308',
  },
  { field: 'state', alias: ['uf', 'estado', 'siglauf', 'ufestado'], read: asText, example: 'SP' },
  { field: 'country', alias: ['pais', 'codpais', 'codigopais', 'cpais'], read: country },
  { field: 'isActive', alias: ['ativo', 'situacao', 'status', 'clienteativo'], read: asFlag, emptySaysNothing: true },
];

const text = z.string().nullish();

/** A row of clients as changes of a record; the contract checks the bounds. */
export const clientChanges = z.object({
  name: z.string().optional(),
  tradeName: text,
  type: z.enum(clientTypes).nullish(),
  documentType: z.enum(clientDocumentTypes).nullish(),
  document: text,
  stateRegistration: text,
  taxpayerType: z.enum(taxpayerTypes).nullish(),
  isuf: text,
  email: text,
  phone: text,
  zipCode: text,
  street: text,
  number: text,
  complement: text,
  neighborhood: text,
  city: text,
  state: text,
  municipalityCode: text,
  country: text,
  isActive: z.boolean().optional(),
});

/** A row of clients as a new record. */
export const clientCreation = clientChanges.required({ name: true });
