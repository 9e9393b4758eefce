import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const checkDocument = 'Confira o CNPJ ou CPF com o intermediário.';

/** Who brings provider and taker together (interm). */
export const intermediary: Chapter = {
  E0248: { cause: 'O CNPJ do intermediário não é válido.', fix: checkDocument, field: 'service.intermediary.document' },
  E0250: {
    cause: 'O CNPJ do intermediário não está no cadastro da Receita Federal.',
    fix: checkDocument,
    field: 'service.intermediary.document',
  },
  E0262: {
    cause: 'O intermediário é a própria empresa que presta o serviço.',
    fix: 'Retire o intermediário, ou informe quem de fato intermediou.',
    field: 'service.intermediary.document',
  },
  E0264: {
    cause: 'A nota diz que o intermediário retém o ISSQN, mas não traz o CNPJ ou CPF dele.',
    fix: 'Informe o documento do intermediário, ou issWithholding 1 (não retido).',
    field: 'service.intermediary.document',
  },
  E0266: { cause: 'O CPF do intermediário não é válido.', fix: checkDocument, field: 'service.intermediary.document' },
  E0268: {
    cause: 'O CPF do intermediário não está no cadastro da Receita Federal.',
    fix: checkDocument,
    field: 'service.intermediary.document',
  },
  E0281: {
    cause: 'O intermediário tem endereço no exterior, mas não se disse seu documento fiscal de lá (NIF).',
    fix: 'Informe o documento do intermediário no país dele.',
    field: 'service.intermediary.document',
  },
  E0290: {
    cause:
      'O município não tem o intermediário em seu cadastro complementar (CNC), e a inscrição municipal dele não deve ser informada.',
    fix: tellMaintainers,
  },
  E0292: {
    cause: 'O intermediário com documento do exterior veio sem nome.',
    fix: 'Informe o nome do intermediário.',
    field: 'service.intermediary.name',
  },
  E0293: {
    cause: 'O intermediário retém o ISSQN e seu endereço no Brasil não foi informado.',
    fix: 'Informe o endereço do intermediário, ou issWithholding 1 (não retido).',
    field: 'service.intermediary.street',
  },
  E0294: {
    cause: 'O código do município do intermediário não existe no IBGE.',
    fix: 'Corrija o código do município, de 7 algarismos.',
    field: 'service.intermediary.municipalityCode',
  },
  E0296: {
    cause: 'O CEP do intermediário não existe ou não é do município dele.',
    fix: 'Corrija o CEP ou o município do intermediário.',
    field: 'service.intermediary.zipCode',
  },
  E0299: {
    cause: 'O país do intermediário no exterior não existe, ou é o Brasil.',
    fix: 'Informe a sigla ISO do país, com 2 letras.',
    field: 'service.intermediary.country',
  },
  E0300: {
    cause: 'O e-mail do intermediário não é válido.',
    fix: 'Corrija o e-mail do intermediário, ou retire-o.',
    field: 'service.intermediary.email',
  },
};
