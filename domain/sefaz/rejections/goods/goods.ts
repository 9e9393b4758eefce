import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';


/** Lines of goods: description, NCM, CEST, units, quantities and values. */
export const goods: Chapter = {
  '373': {
    cause: 'Em homologação a NFC-e leva uma frase fixa na descrição do primeiro item, e ela faltou.',
    fix: tellMaintainers,
  },
  '378': {
    cause: 'O item é combustível e a nota não traz a leitura do encerrante da bomba.',
    fix: 'Informe fuel.meter no item: bico, tanque e leituras antes e depois.',
    field: 'items[].fuel.meter',
  },
  '471': {
    cause: 'O NCM 00 só serve ao que não é mercadoria, e o item é.',
    fix: 'Informe o NCM de 8 dígitos do produto.',
    field: 'items[].ncm',
  },
  '483': {
    cause: 'O desconto do item é maior que o valor dele.',
    fix: 'Reduza o desconto do item, ou o do documento, que é repartido pelos itens.',
    field: 'items[].discount',
  },
  '629': {
    cause: 'O valor do item não é a quantidade vezes o valor unitário.',
    fix: tellMaintainers,
  },
  '630': {
    cause: 'O valor do item não é a quantidade vezes o valor unitário na unidade tributável.',
    fix: tellMaintainers,
  },
  '660': {
    cause: 'O CFOP é de combustível e o item não traz os dados de combustível.',
    fix: 'Informe fuel no item, com o código de produto da ANP em fuel.anpCode.',
    field: 'items[].fuel',
  },
  '734': {
    cause: 'A unidade do item não é aceita na NFC-e.',
    fix: 'Use uma unidade comum de venda ao consumidor, como UN, KG ou L.',
    field: 'items[].unit',
  },
  '735': {
    cause: 'A unidade tributável do item, que é a de venda, não é aceita na NFC-e.',
    fix: 'Use uma unidade comum de venda ao consumidor, como UN, KG ou L.',
    field: 'items[].unit',
  },
  '446': {
    cause: 'O CEST do item não existe na tabela em vigor.',
    fix: 'Procure na tabela vigente o CEST do produto e corrija-o.',
    field: 'items[].cest',
  },
  '761': {
    cause: 'O código de produto da ANP do item não existe.',
    fix: 'Procure na tabela da ANP o código do produto e corrija fuel.anpCode.',
    field: 'items[].fuel.anpCode',
  },
  '777': {
    cause: 'O item precisa do NCM completo, de 8 dígitos.',
    fix: 'Informe o NCM no item ou no produto, ou o padrão da empresa em "lavra company set --tax-defaults".',
    field: 'items[].ncm',
  },
  '778': {
    cause: 'O NCM do item não existe na tabela em vigor: pode ter sido extinto ou desdobrado.',
    fix: 'Procure na tabela vigente o NCM do produto e corrija-o.',
    field: 'items[].ncm',
  },
  '779': {
    cause: 'O NCM do item não pode ser vendido por NFC-e.',
    fix: 'Confira o NCM; se está certo, emita NF-e (type NFE) para este produto.',
    field: 'items[].ncm',
  },
  '806': {
    cause: 'O item tem substituição tributária e não traz o CEST.',
    fix: 'Informe o CEST, de 7 dígitos, no item ou no produto.',
    field: 'items[].cest',
  },
  '840': {
    cause: 'O NCM do item é de medicamento, e a nota não traz os dados de medicamento.',
    fix: 'Informe o registro da ANVISA (ou ISENTO) e o preço máximo ao consumidor do produto.',
  },
  '854': {
    cause: 'A unidade do item não combina com o produto informado.',
    fix: 'Use a unidade que a legislação pede para o produto, com quantidade e valor unitário nela.',
    field: 'items[].unit',
  },
  '873': {
    cause: 'O item é medicamento e a nota não traz lote e validade (rastreabilidade).',
    fix: 'Informe lots no item: número, quantidade, fabricação e validade de cada lote.',
    field: 'items[].lots',
  },
  '927': { cause: 'Os números dos itens da nota não estão em sequência.', fix: tellMaintainers },
  '966': {
    cause: 'O item precisa da origem da mercadoria; ou o ICMS monofásico retido antes não é quantidade vezes alíquota.',
    fix: 'Informe a origem, de 0 (nacional) a 8; em combustível com CST 61, confira o valor retido.',
    field: 'items[].icmsOrigin',
  },
};
