import type { Chapter } from '../../../rejections/explanation.ts';

const correct = 'Envie o código de 7 dígitos do IBGE do município do local.';

/** Where goods are picked up and delivered when not at the parties' addresses. */
export const places: Chapter = {
  '276': { cause: 'O código do município do local de retirada não existe na tabela do IBGE.', fix: correct },
  '278': { cause: 'O código do município do local de entrega não existe na tabela do IBGE.', fix: correct },
};
