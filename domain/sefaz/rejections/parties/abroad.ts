import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

/** Recipients abroad, exports and imports. */
export const abroad: Chapter = {
  '329': {
    cause: 'O número da declaração de importação não tem a forma esperada.',
    fix: 'Confira o número da DI ou DUIMP.',
    field: 'items[].importDeclarations[].number',
  },
  '330': {
    cause: 'A importação veio por mar e a nota não traz o AFRMM.',
    fix: 'Informe afrmm na declaração, ainda que zero.',
    field: 'items[].importDeclarations[].afrmm',
  },
  '331': {
    cause: 'A importação é por conta e ordem ou por encomenda e falta o CNPJ de quem a pediu.',
    fix: 'Informe thirdPartyTaxId na declaração.',
    field: 'items[].importDeclarations[].thirdPartyTaxId',
  },
  '332': {
    cause: 'O CNPJ ou CPF do adquirente ou encomendante da importação não é válido.',
    fix: 'Confira os dígitos de thirdPartyTaxId.',
    field: 'items[].importDeclarations[].thirdPartyTaxId',
  },
  '333': {
    cause: 'A importação é por conta e ordem ou por encomenda e falta a UF de quem a pediu.',
    fix: 'Informe thirdPartyState na declaração.',
    field: 'items[].importDeclarations[].thirdPartyState',
  },
  '334': {
    cause: 'A importação é sob drawback e a adição não traz o ato concessório.',
    fix: 'Informe drawback em additions da declaração.',
    field: 'items[].importDeclarations[].additions[].drawback',
  },
  '336': {
    cause: 'O item traz dados de exportação em operação que não é com o exterior.',
    fix: 'Não envie drawbacks nem indirectExport.',
    field: 'items[].drawbacks',
  },
  '338': {
    cause: 'A exportação é sob drawback e o item não traz o ato concessório.',
    fix: 'Informe drawbacks no item.',
    field: 'items[].drawbacks',
  },
  '339': {
    cause: 'O ato concessório de drawback não tem a forma esperada.',
    fix: 'Informe 11 dígitos (suspensão) ou 9 (isenção).',
    field: 'items[].drawbacks',
  },
  '340': {
    cause: 'O CFOP é de exportação indireta e o item não diz com que notas a mercadoria foi comprada.',
    fix: 'Informe indirectExport no item.',
    field: 'items[].indirectExport',
  },
  '341': {
    cause: 'O registro de exportação não tem a forma esperada.',
    fix: 'Informe 12 dígitos em registration.',
    field: 'items[].indirectExport',
  },
  '342': {
    cause: 'A chave de acesso da exportação indireta não confere.',
    fix: 'Copie de novo a chave da nota de compra.',
    field: 'items[].indirectExport',
  },
  '343': {
    cause: 'A exportação indireta se refere a um documento que não é NF-e.',
    fix: 'Informe a chave da NF-e (modelo 55) da compra.',
    field: 'items[].indirectExport',
  },
  '344': {
    cause: 'A mesma nota está duas vezes na exportação indireta do item.',
    fix: 'Junte as duas linhas em uma.',
    field: 'items[].indirectExport',
  },
  '345': {
    cause: 'A nota da exportação indireta não está entre as referenciadas.',
    fix: 'Informe a chave também em referencedDocuments.',
    field: 'referencedDocuments',
  },
  '346': {
    cause: 'As quantidades da exportação indireta não somam a do item.',
    fix: 'Acerte as quantidades de indirectExport ou a do item.',
    field: 'items[].indirectExport',
  },
  '376': {
    cause: 'O desembaraço tem mais de cinco anos ou está no futuro.',
    fix: 'Confira clearanceDate da declaração.',
    field: 'items[].importDeclarations[].clearanceDate',
  },
  '355': {
    cause: 'A nota de exportação precisa dizer por onde a mercadoria sai do país.',
    fix: 'Informe a UF e o local de saída em export.exitState e export.exitPlace.',
    field: 'export',
  },
  '356': {
    cause: 'A nota diz por onde a mercadoria sai do país e não é de exportação.',
    fix: 'Não envie export, ou confira o destinatário e operationType.',
    field: 'export',
  },
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
  '525': {
    cause: 'O CFOP é de importação e a nota não traz a declaração de importação.',
    fix: 'Informe a DI ou DUIMP em importDeclarations do item.',
    field: 'items[].importDeclarations',
  },
  '527': {
    cause: 'A situação do ICMS do item não serve para exportação.',
    fix: 'Use o CST 41, ou o CSOSN 300 no Simples Nacional, no item ou em uma regra para UF EX.',
    field: 'items[].icmsSituation',
  },
  '597': {
    cause: 'O CFOP é de importação e o item não traz o IPI.',
    fix: 'Informe ipiSituation, como 00, 03 ou 05, no item, no produto ou na regra.',
    field: 'items[].ipiSituation',
  },
  '599': {
    cause: 'O CFOP é de importação e o item não traz o imposto de importação.',
    fix: 'Informe o II em importTax do item, ainda que zero.',
    field: 'items[].importTax',
  },
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
    fix: 'Informe em taxUnit e taxQuantity a unidade do NCM e quanto há nela, ou no produto taxUnitExport e taxUnitExportFactor.',
    field: 'items[].taxUnit',
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
