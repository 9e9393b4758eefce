import type { Chapter } from '../../../rejections/explanation.ts';

/** The platform that mediates the sale (group YB). */
export const intermediary: Chapter = {
  '438': {
    cause: 'A venda foi declarada por plataforma de terceiros, e a nota não identifica o intermediador.',
    fix: 'Informe o CNPJ do intermediador e o cadastro da empresa nele, ou declare a venda sem intermediador.',
  },
  '439': {
    cause: 'A nota identifica um intermediador, e a venda foi declarada sem intermediador.',
    fix: 'Declare a venda por plataforma de terceiros, ou não informe o intermediador.',
  },
  '440': {
    cause: 'O CNPJ do intermediador da venda não tem dígitos verificadores válidos.',
    fix: 'Confira o CNPJ com a plataforma e envie o correto.',
  },
};
