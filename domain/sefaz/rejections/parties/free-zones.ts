import type { Chapter } from '../../../rejections/explanation.ts';

const field = 'client.isuf';

/** Sales to the free zones of the north (SUFRAMA). */
export const freeZones: Chapter = {
  '235': {
    cause: 'A inscrição SUFRAMA do destinatário não é válida.',
    fix: 'Confira o número de isuf com o destinatário, ou retire-o se a venda não é para a Zona Franca.',
    field,
  },
  '251': {
    cause: 'O município do destinatário não pertence à área da SUFRAMA.',
    fix: 'Corrija o endereço do destinatário, ou retire isuf.',
    field,
  },
  '625': {
    cause: 'A venda isenta para a Zona Franca precisa da inscrição SUFRAMA do destinatário.',
    fix: 'Informe isuf no cliente, ou use outro motivo em icmsExemptionReason.',
    field,
  },
  '626': {
    cause: 'O CFOP não é dos previstos para venda isenta à Zona Franca.',
    fix: 'Confira com a contabilidade o CFOP da operação (por exemplo 6109 ou 6110).',
    field: 'items[].cfop',
  },
};
