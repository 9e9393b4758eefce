import type { Chapter } from '../../../rejections/explanation.ts';

const another = 'Escolha com a contabilidade outra classificação, que sirva à prestação de serviços.';

/** What the DPS declares of IBS and CBS. */
export const ibsCbs: Chapter = {
  E0850: {
    cause: 'A nota declara IBS e CBS de uma competência anterior a 2026.',
    fix: 'Confira a competência; antes de 01/01/2026 não há IBS e CBS a declarar.',
    field: 'service.competence',
  },
  E0901: {
    cause: 'O indicador de operação do IBS e da CBS não existe na tabela nacional.',
    fix: 'Escolha o indicador, de 6 algarismos, no Anexo C da documentação nacional.',
    field: 'items[].ibsCbsOperationIndicator',
  },
  E0932: {
    cause: 'O indicador de operação é de imóvel, e a nota não traz os dados do imóvel.',
    fix: 'Troque o indicador: o Lavra ainda não emite operações com imóveis que não sejam obras.',
    field: 'items[].ibsCbsOperationIndicator',
  },
  E0958: {
    cause: 'A classificação tributária do IBS e da CBS não serve à prestação de serviços.',
    fix: another,
    field: 'items[].ibsCbsClassification',
  },
  E0959: {
    cause: 'A classificação tributária não é do CST de IBS e CBS informado.',
    fix: 'Informe o CST dos três primeiros algarismos da classificação, ou troque a classificação.',
    field: 'items[].ibsCbsSituation',
  },
  E0964: {
    cause: 'A classificação não pede a tributação regular, que foi informada.',
    fix: 'Retire ibsCbsRegularSituation e ibsCbsRegularClassification.',
    field: 'items[].ibsCbsRegularClassification',
  },
  E0965: {
    cause: 'A classificação pede a tributação regular, que faltou.',
    fix: 'Informe ibsCbsRegularSituation e ibsCbsRegularClassification.',
    field: 'items[].ibsCbsRegularClassification',
  },
  E0969: {
    cause: 'A classificação da tributação regular não serve à prestação de serviços.',
    fix: another,
    field: 'items[].ibsCbsRegularClassification',
  },
  E0970: {
    cause: 'A classificação da tributação regular não é do CST regular informado.',
    fix: 'Informe o CST dos três primeiros algarismos dela, ou troque a classificação.',
    field: 'items[].ibsCbsRegularSituation',
  },
  E0971: {
    cause: 'A classificação não tem diferimento, e ele foi informado.',
    fix: 'Retire as porcentagens de diferimento.',
    field: 'items[].cbsDeferralRate',
  },
  E0972: {
    cause: 'A classificação tem diferimento, e as porcentagens dele faltaram.',
    fix: 'Informe ibsStateDeferralRate, ibsMunicipalDeferralRate e cbsDeferralRate.',
    field: 'items[].cbsDeferralRate',
  },
};
