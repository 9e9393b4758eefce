import type { Chapter } from '../../../rejections/explanation.ts';

/** ICMS by substitution (ST). */
export const substitution: Chapter = {
  '875': {
    cause: 'O percentual do fundo de combate à pobreza sobre a substituição tributária não é válido para a UF.',
    fix: 'Confira o percentual com a contabilidade: o máximo é 2% na maior parte das UFs e produtos.',
    field: 'items[].fcpStRate',
  },
  '881': {
    cause: 'O item traz o fundo de combate à pobreza da substituição com percentual zero.',
    fix: 'Onde o fundo não é devido, não envie fcpStRate.',
    field: 'items[].fcpStRate',
  },
  '932': {
    cause: 'A base da substituição é por margem (modo 4) e a margem não foi informada.',
    fix: 'Informe icmsStMva, ou use icmsStModBc 6 se a base é o valor da operação.',
    field: 'items[].icmsStMva',
  },
  '933': {
    cause: 'O item traz margem de valor agregado, e a base da substituição não é por margem.',
    fix: 'Use icmsStModBc 4 com a margem, ou não envie icmsStMva.',
    field: 'items[].icmsStModBc',
  },
  '938': {
    cause: 'A UF exige os valores da substituição retida na compra (CST 60 ou CSOSN 500), e o item não os traz.',
    fix: 'Informe retainedSt no item, com os valores da nota de compra.',
    field: 'items[].retainedSt',
  },
};
