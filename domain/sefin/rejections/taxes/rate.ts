import type { Chapter } from '../../../rejections/explanation.ts';

const notWithheld = 'Informe issWithholding 1 (não retido).';
const withoutRate = 'Retire a alíquota do ISSQN: a SEFIN Nacional usa a que o município parametrizou.';
const withRate = 'Informe a alíquota do ISSQN que o município de incidência cobra pelo serviço.';

/** Rate and withholding of the ISSQN (pAliq, tpRetISSQN). Who may say the rate depends on the Simples, the city and the withholding. */
export const rate: Chapter = {
  E0580: {
    cause: 'Não se retém ISSQN de um serviço imune, exportado ou sem incidência.',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0583: { cause: 'Do MEI não se retém ISSQN.', fix: notWithheld, field: 'items[].issWithholding' },
  E0588: {
    cause: 'De quem tem regime especial não se retém ISSQN.',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0594: {
    cause: 'O benefício municipal é de isenção, e então não há ISSQN a reter.',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0596: {
    cause: 'Não se retém ISSQN da exploração de rodovia (22.01.01).',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0667: {
    cause: 'O município não deixa que um tomador com CPF retenha o ISSQN.',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0670: {
    cause: 'O município não deixa que um intermediário com CPF retenha o ISSQN.',
    fix: notWithheld,
    field: 'items[].issWithholding',
  },
  E0595: {
    cause: 'A alíquota do ISSQN passa de 5 %, o máximo da lei.',
    fix: 'Informe uma alíquota até 5.',
    field: 'items[].issRate',
  },
  E0600: {
    cause: 'O MEI paga ISSQN fixo e não informa alíquota.',
    fix: 'Retire a alíquota do ISSQN.',
    field: 'items[].issRate',
  },
  E0602: {
    cause: 'Um serviço imune, exportado ou sem incidência não tem alíquota.',
    fix: 'Retire a alíquota, ou corrija issTaxation.',
    field: 'items[].issRate',
  },
  E0604: {
    cause: 'Quem tem regime especial do ISSQN não informa alíquota.',
    fix: 'Retire a alíquota, ou corrija o regime especial com "lavra company set".',
    field: 'items[].issRate',
  },
  E0612: {
    cause: 'O benefício é de isenção ou de alíquota diferenciada, e então ela não se informa.',
    fix: withoutRate,
    field: 'items[].issRate',
  },
  E0617: {
    cause: 'Fora do Simples, não se informa alíquota onde o município de incidência está ativo no Sistema Nacional.',
    fix: withoutRate,
    field: 'items[].issRate',
  },
  E0619: {
    cause: 'Fora do Simples, a alíquota é exigida onde o município de incidência não está ativo no Sistema Nacional.',
    fix: withRate,
    field: 'items[].issRate',
  },
  E0621: {
    cause: 'A ME/EPP que apura pelo Simples precisa dizer a alíquota quando o ISSQN é retido.',
    fix: 'Informe a alíquota efetiva do ISSQN no Simples, de no mínimo 1,80, ou issWithholding 1.',
    field: 'items[].issRate',
  },
  E0625: {
    cause: 'A ME/EPP que apura pelo Simples não informa alíquota quando o ISSQN não é retido.',
    fix: 'Retire a alíquota do ISSQN, ou corrija issWithholding.',
    field: 'items[].issRate',
  },
  E0628: {
    cause:
      'Com ISSQN retido da ME/EPP no Simples, em município que não está ativo no Sistema Nacional, a alíquota é exigida.',
    fix: 'Informe a alíquota efetiva do ISSQN no Simples, de no mínimo 1,80.',
    field: 'items[].issRate',
  },
  E0631: {
    cause:
      'Sem retenção, a ME/EPP no Simples não informa alíquota, também em município que não está ativo no Sistema Nacional.',
    fix: 'Retire a alíquota do ISSQN, ou corrija issWithholding.',
    field: 'items[].issRate',
  },
  E0635: {
    cause: 'A ME/EPP que apura o ISSQN fora do Simples não informa alíquota onde o convênio do município está ativo.',
    fix: withoutRate,
    field: 'items[].issRate',
  },
  E0640: {
    cause:
      'A ME/EPP que apura o ISSQN fora do Simples precisa dizer a alíquota onde o município não está ativo no Sistema Nacional.',
    fix: withRate,
    field: 'items[].issRate',
  },
};
