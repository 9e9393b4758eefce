import { serviceFieldTitles } from './service-words.ts';
import { taxFieldTitles } from './tax-words.ts';

/** What the percentage of a title is written in is of the form, not of the name. */
const withoutUnit = (title: string): string => title.replace(/ \([^)]*\)$/, '');

/** How people call what the contract has in requests, where it is no tax of an item. */
const others: Readonly<Record<string, string>> = {
  accessKey: 'Chave da nota',
  additions: 'Adições',
  anpCode: 'Código ANP',
  anvisaCode: 'Código da Anvisa',
  biodieselPercent: 'Mistura de biodiesel',
  city: 'Cidade',
  client: 'Cliente escrito',
  clientId: 'Cliente do cadastro',
  companyIds: 'Empresas',
  delivery: 'Local de entrega',
  documentId: 'Nota',
  documentType: 'Tipo do documento',
  duplicates: 'Parcelas',
  endNumber: 'Último número',
  exitPlace: 'Local de saída do País',
  exitState: 'UF de saída do País',
  externalId: 'Número do pedido',
  finalConsumer: 'Consumidor final',
  fuel: 'Combustível',
  glpPercent: 'GLP derivado do petróleo',
  governmentPurchase: 'Compra governamental',
  icmsStUnitPrice: 'Preço da base do ICMS-ST',
  importedGasPercent: 'Gás importado',
  includePdf: 'PDF',
  ipiUnitRate: 'IPI por unidade',
  isActive: 'Ativo',
  isUsed: 'Bem usado',
  issueDateTime: 'Data da emissão',
  municipalityCode: 'Código IBGE',
  nationalGasPercent: 'Gás nacional',
  nextNumber: 'Próximo número',
  number: 'Número',
  operationNature: 'Natureza da operação',
  operationType: 'Entrada ou saída',
  otherCosts: 'Outras despesas',
  payments: 'Pagamento',
  presence: 'Como se comprou',
  presumedCreditValue: 'Valor do crédito presumido',
  previousDocuments: 'Notas da outra metade da compra',
  productId: 'Produto do cadastro',
  rateReduction: 'Redutor da compra governamental',
  referencedAccessKey: 'Chave da nota referida',
  referencedDocuments: 'Notas referidas',
  referencedItem: 'Item da nota referida',
  region: 'Estado ou região',
  retainedSt: 'ICMS-ST retido antes',
  returnedIpi: 'IPI devolvido',
  rtcCreditType: 'Tipo da nota de crédito',
  rtcDebitType: 'Tipo da nota de débito',
  salePrice: 'Preço de venda',
  simplesAssessment: 'O que se paga pelo Simples',
  simplesOption: 'Simples Nacional na NFS-e',
  specialRegime: 'Regime especial do ISS',
  startNumber: 'Primeiro número',
  stateRegistration: 'Inscrição estadual',
  substituteDocumentId: 'Nota que substitui',
  taxQuantity: 'Quantidade tributável',
  taxRuleId: 'Regra de tributação',
  taxUnit: 'Unidade tributável',
  taxUnitExport: 'Unidade tributável na exportação',
  taxUnitExportFactor: 'Fator da unidade na exportação',
  taxpayerType: 'Contribuinte do ICMS',
  templateId: 'Modelo fiscal',
  temporaryGoods: 'Bens temporários',
  vehiclePlate: 'Placa',
  vehicleState: 'Estado da placa',
};

/** What forms call the fields of the contract that sentences of the domain name. */
export const fieldTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...serviceFieldTitles, ...taxFieldTitles, ...others })
    // What is a word of its own in any sentence is no name in it.
    .filter(([name]) => /[A-Z]/.test(name) || Object.hasOwn(others, name))
    .map(([name, title]) => [name, withoutUnit(title)]),
);
