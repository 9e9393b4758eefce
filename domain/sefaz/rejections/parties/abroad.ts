import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const noImport =
  'O Lavra ainda não envia declaração de importação nem imposto de importação: emita esta nota por outro emissor.';
const noExport = 'O Lavra ainda não envia os dados de exportação: emita esta nota por outro emissor.';

/** Recipients abroad, exports and imports. */
export const abroad: Chapter = {
  '355': { cause: 'A nota de exportação precisa dizer por onde a mercadoria sai do país.', fix: noExport },
  '372': {
    cause: 'A identificação do estrangeiro tem caracteres que não são aceitos.',
    fix: 'Envie o passaporte ou outro documento só com letras e números.',
    field: 'client.document',
  },
  '377': {
    cause: 'O código do país do destinatário não existe na tabela.',
    fix: 'Envie o país em duas letras, como US ou AR.',
    field: 'client.country',
  },
  '509': { cause: 'O destinatário no exterior foi com código de município brasileiro.', fix: tellMaintainers },
  '510': {
    cause: 'A operação é com o exterior e o país do destinatário é o Brasil, ou não foi informado.',
    fix: 'Envie o país do cliente em duas letras, como US ou AR; se ele é do Brasil, confira a UF e o CFOP.',
    field: 'client.country',
  },
  '511': {
    cause: 'A operação não é com o exterior e o país do destinatário não é o Brasil.',
    fix: 'Envie country BR para cliente do Brasil; para cliente do exterior use state EX e o país dele.',
    field: 'client.country',
  },
  '520': {
    cause: 'O CFOP é de operação com o exterior (3 ou 7) e o destinatário é do Brasil.',
    fix: 'Use um CFOP 5 ou 6 nas saídas (1 ou 2 nas entradas), ou envie o país do cliente do exterior.',
    field: 'items[].cfop',
  },
  '525': { cause: 'O CFOP é de importação e a nota não traz a declaração de importação.', fix: noImport },
  '527': {
    cause: 'A situação do ICMS do item não serve para exportação.',
    fix: 'Confira com a contabilidade: exportação costuma usar CST 41 ou CSOSN 300.',
    field: 'items[].icmsSituation',
  },
  '597': { cause: 'O CFOP é de importação e o item não traz o IPI.', fix: noImport },
  '599': { cause: 'O CFOP é de importação e o item não traz o imposto de importação.', fix: noImport },
  '720': {
    cause: 'O destinatário no exterior precisa ser identificado como estrangeiro.',
    fix: 'Envie documentType FOREIGN, com o documento dele ou vazio.',
    field: 'client.documentType',
  },
  '721': {
    cause: 'O destinatário foi identificado como estrangeiro em operação que não é com consumidor final.',
    fix: 'Para empresa ou pessoa do Brasil envie CNPJ ou CPF; para o estrangeiro não envie finalConsumer false.',
    field: 'finalConsumer',
  },
  '727': {
    cause: 'A operação é com o exterior e a UF do destinatário não é EX.',
    fix: 'Envie state EX e o país do cliente.',
    field: 'client.state',
  },
  '771': {
    cause: 'O destinatário foi identificado como estrangeiro em uma operação entre estados do Brasil.',
    fix: 'Envie o CNPJ ou CPF do cliente; se ele é do exterior, envie o país dele e um CFOP 7.',
    field: 'client.document',
  },
  '790': {
    cause: 'Na operação com o exterior o destinatário não pode ser contribuinte do ICMS.',
    fix: 'Envie taxpayerType NAO_CONTRIBUINTE, sem inscrição estadual.',
    field: 'client.taxpayerType',
  },
  '792': {
    cause: 'A nota traz inscrição estadual de um destinatário no exterior.',
    fix: 'Não envie a inscrição estadual de cliente do exterior.',
    field: 'client.stateRegistration',
  },
  '817': {
    cause: 'A unidade do item não é a que o comércio exterior usa para o NCM dele.',
    fix: 'Use a unidade estatística do NCM, com quantidade e valor unitário nela.',
    field: 'items[].unit',
  },
  '925': {
    cause: 'O destinatário foi identificado como estrangeiro e a nota traz inscrição estadual dele.',
    fix: 'Não envie a inscrição estadual; se o cliente é do Brasil, envie CNPJ ou CPF.',
    field: 'client.stateRegistration',
  },
  '926': {
    cause: 'A operação é com o exterior e o país de destino é o Brasil.',
    fix: 'Envie o país do cliente em duas letras, como US ou AR.',
    field: 'client.country',
  },
};
