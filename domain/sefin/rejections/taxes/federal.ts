import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const betweenZeroAndService = 'Confira a porcentagem da retenção: o valor fica entre zero e o do serviço.';

/** PIS, COFINS, retentions and the approximate total of taxes (tribFed, totTrib). */
export const federal: Chapter = {
  E0676: {
    cause: 'O MEI não informa tributos federais na nota.',
    fix: 'Retire os campos de PIS, COFINS e retenções.',
    field: 'items[].pisCofinsCst',
  },
  E0677: { cause: 'A base de PIS e COFINS é maior que o valor do serviço.', fix: tellMaintainers },
  E0686: {
    cause: 'A alíquota do PIS não está entre 0 e 100 %.',
    fix: 'Corrija a alíquota do PIS.',
    field: 'items[].pisRate',
  },
  E0692: {
    cause: 'A alíquota da COFINS não está entre 0 e 100 %.',
    fix: 'Corrija a alíquota da COFINS.',
    field: 'items[].cofinsRate',
  },
  E0694: { cause: 'O valor do PIS não é o que a base e a alíquota dele dão.', fix: tellMaintainers },
  E0696: { cause: 'O valor da COFINS não é o que a base e a alíquota dela dão.', fix: tellMaintainers },
  E0699: {
    cause: 'A contribuição previdenciária retida é zero, ou não é menor que o valor do serviço.',
    fix: betweenZeroAndService,
    field: 'items[].inssRate',
  },
  E0700: {
    cause: 'O IRRF retido é zero, ou não é menor que o valor do serviço.',
    fix: betweenZeroAndService,
    field: 'items[].irrfRate',
  },
  E0701: {
    cause: 'A CSLL retida é zero, ou não é menor que o valor do serviço.',
    fix: betweenZeroAndService,
    field: 'items[].csllRate',
  },
  E0706: {
    cause: 'O total aproximado de tributos federais não está entre 0 e 100 %.',
    fix: 'Corrija a porcentagem.',
    field: 'items[].totalFederalRate',
  },
  E0707: {
    cause: 'O total aproximado de tributos estaduais não está entre 0 e 100 %.',
    fix: 'Corrija a porcentagem.',
    field: 'items[].totalStateRate',
  },
  E0708: {
    cause: 'O total aproximado de tributos municipais não está entre 0 e 100 %.',
    fix: 'Corrija a porcentagem.',
    field: 'items[].totalMunicipalRate',
  },
  E0710: {
    cause: 'O MEI não informa o total de tributos pela alíquota do Simples.',
    fix: 'Retire totalSimplesRate.',
    field: 'items[].totalSimplesRate',
  },
  E0712: {
    cause: 'A ME/EPP tem de dizer o total aproximado de tributos, e a nota diz que não há.',
    fix: 'Informe em totalSimplesRate a alíquota nominal da faixa do Simples, ou as três porcentagens do total.',
    field: 'items[].totalSimplesRate',
  },
  E0713: {
    cause: 'Quem não é do Simples tem de dizer o total de tributos por esfera: federal, estadual e municipal.',
    fix: 'Informe totalFederalRate, totalStateRate e totalMunicipalRate, e retire totalSimplesRate.',
    field: 'items[].totalFederalRate',
  },
  E0720: {
    cause: 'Há CSLL retida, e o tipo de retenção diz que PIS, COFINS e CSLL não são retidos.',
    fix: 'Retire csllRate, ou corrija o tipo de retenção.',
    field: 'items[].pisCofinsWithholding',
  },
  E0724: {
    cause: 'O tipo de retenção diz que há contribuição retida, e o valor dela faltou.',
    fix: 'Informe as alíquotas retidas, ou corrija o tipo de retenção.',
    field: 'items[].pisCofinsWithholding',
  },
};
