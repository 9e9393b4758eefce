import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const lessDeducted = 'Diminua as deduções: o ISSQN não pode ficar abaixo de 2 % do serviço, fora as exceções da lei.';
const withoutDeductions =
  'Retire service.deductions, ou confira com a contabilidade o regime e a tributação informados.';
const otherWay = 'Use a forma de dedução que a prefeitura do município de incidência aceita para o serviço.';

/** Value, discounts and deductions (vServPrest, vDescCondIncond, vDedRed). */
export const amounts: Chapter = {
  E0424: {
    cause: 'A nota traz o valor recebido por um intermediário, mas quem emite é o prestador.',
    fix: tellMaintainers,
  },
  E0427: {
    cause: 'O valor do serviço é menor que a soma de desconto incondicionado, deduções e benefício municipal.',
    fix: 'Confira o valor do serviço, o desconto e as deduções.',
    field: 'items[].unitValue',
  },
  E0428: {
    cause: 'O valor do serviço não cobre descontos, deduções, benefício e retenções somados.',
    fix: 'Confira o valor do serviço, os descontos e as retenções.',
    field: 'items[].unitValue',
  },
  E0429: {
    cause: 'As reduções deixam o ISSQN abaixo de 2 % do valor do serviço, o que a lei só permite a alguns serviços.',
    fix: lessDeducted,
    field: 'service.deductions',
  },
  E0431: {
    cause: 'O desconto incondicionado é zero, ou não é menor que o valor do serviço.',
    fix: 'Informe um desconto entre zero e o valor do serviço, ou nenhum.',
    field: 'discount',
  },
  E0432: {
    cause: 'O desconto condicionado é zero, ou não é menor que o valor do serviço.',
    fix: 'Informe um desconto entre zero e o valor do serviço, ou nenhum.',
    field: 'service.conditionalDiscount',
  },
  E0435: {
    cause: 'Não se deduz nada do ISSQN de um serviço imune, exportado ou sem incidência.',
    fix: withoutDeductions,
    field: 'service.deductions',
  },
  E0436: { cause: 'O MEI não deduz nada da base do ISSQN.', fix: withoutDeductions, field: 'service.deductions' },
  E0438: {
    cause: 'Quem tem regime especial do ISSQN não deduz nada da base.',
    fix: withoutDeductions,
    field: 'service.deductions',
  },
  E0439: {
    cause: 'O benefício municipal é de isenção, e então não se deduz nada.',
    fix: withoutDeductions,
    field: 'service.deductions',
  },
  E0440: {
    cause: 'O município de incidência não aceita este tipo de dedução para o serviço.',
    fix: otherWay,
    field: 'service.deductions',
  },
  E0441: {
    cause: 'O município não deixa a ME/EPP que apura pelo Simples deduzir neste serviço.',
    fix: withoutDeductions,
    field: 'service.deductions',
  },
  E0442: {
    cause: 'Este tipo de dedução não cabe à ME/EPP que apura pelo Simples.',
    fix: withoutDeductions,
    field: 'service.deductions',
  },
  E0444: {
    cause: 'O percentual de dedução deixa o ISSQN abaixo de 2 % do valor do serviço.',
    fix: lessDeducted,
    field: 'service.deductions.rate',
  },
  E0446: {
    cause: 'O município não aceita, para este serviço, dedução por valor.',
    fix: otherWay,
    field: 'service.deductions.value',
  },
  E0447: {
    cause: 'O valor deduzido deixa o ISSQN abaixo de 2 % do valor do serviço.',
    fix: lessDeducted,
    field: 'service.deductions.value',
  },
  E0449: {
    cause: 'O município não aceita, para este serviço, dedução por documentos.',
    fix: otherWay,
    field: 'service.deductions.documents[]',
  },
  E0453: {
    cause: 'O percentual de dedução não está entre 0 e 100.',
    fix: 'Informe um percentual maior que 0 e até 100.',
    field: 'service.deductions.rate',
  },
  E0454: {
    cause: 'O município não aceita, para este serviço, dedução por percentual.',
    fix: otherWay,
    field: 'service.deductions.rate',
  },
  E0456: {
    cause: 'Uma NFS-e informada como dedução não existe no Sistema Nacional.',
    fix: 'Confira as chaves dos documentos deduzidos.',
    field: 'service.deductions.documents[]',
  },
  E0458: {
    cause: 'Uma NFS-e informada como dedução está cancelada.',
    fix: 'Retire dos documentos deduzidos o que foi cancelado.',
    field: 'service.deductions.documents[]',
  },
  E0462: {
    cause: 'Uma NF-e informada como dedução não existe no ambiente nacional.',
    fix: 'Confira as chaves dos documentos deduzidos.',
    field: 'service.deductions.documents[]',
  },
  E0464: {
    cause: 'Uma NF-e informada como dedução está cancelada.',
    fix: 'Retire dos documentos deduzidos o que foi cancelado.',
    field: 'service.deductions.documents[]',
  },
  E0468: {
    cause: 'Uma dedução do tipo 99 (outras) veio sem descrição.',
    fix: 'Descreva a dedução, ou escolha o tipo dela.',
    field: 'service.deductions.documents[].type',
  },
  E0470: {
    cause: 'Uma dedução que não é do tipo 99 (outras) veio com descrição.',
    fix: 'Retire a descrição, ou informe o tipo 99.',
    field: 'service.deductions.documents[].type',
  },
  E0472: {
    cause: 'Um documento deduzido foi emitido depois da competência do serviço.',
    fix: 'Confira a data do documento e a competência.',
    field: 'service.deductions.documents[]',
  },
  E0474: {
    cause: 'Deduziu-se de um documento mais do que ele tem para deduzir.',
    fix: 'Informe um valor deduzido até o valor dedutível do documento.',
    field: 'service.deductions.documents[]',
  },
  E0476: {
    cause: 'A dedução é maior que o valor do serviço.',
    fix: 'Diminua o valor deduzido, ou confira o valor do serviço.',
    field: 'service.deductions.documents[]',
  },
};
