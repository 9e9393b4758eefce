import type { Chapter } from '../../../rejections/explanation.ts';

const registration =
  'Confira a inscrição de substituto tributário da empresa na UF do destinatário; onde ela não tem uma, não a informe.';

/** The issuer's registration as a substitute in another state (IEST). */
export const substitute: Chapter = {
  '211': { cause: 'A inscrição de substituto tributário não é válida para a UF do destinatário.', fix: registration },
  '347': {
    cause: 'A nota traz a inscrição de substituto tributário, que só cabe em operação interestadual.',
    fix: 'Não informe a inscrição de substituto em operação interna ou com o exterior.',
  },
  '363': {
    cause: 'A inscrição de substituto tributário é igual à inscrição do emitente ou do destinatário.',
    fix: registration,
  },
  '478': {
    cause: 'Falta o local de entrega no faturamento direto de veículo novo.',
    fix: 'Informe o local de entrega do veículo, com a UF dele.',
  },
};
