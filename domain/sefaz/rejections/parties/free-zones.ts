import type { Chapter } from '../../../rejections/explanation.ts';

const noSuframa = 'O Lavra ainda não envia a inscrição SUFRAMA: emita esta nota por outro emissor.';

/** Sales to the free zones of the north (SUFRAMA). */
export const freeZones: Chapter = {
  '235': { cause: 'A inscrição SUFRAMA do destinatário não é válida.', fix: noSuframa },
  '251': { cause: 'O município do destinatário não pertence à área da SUFRAMA.', fix: noSuframa },
  '625': { cause: 'A venda isenta para a Zona Franca precisa da inscrição SUFRAMA do destinatário.', fix: noSuframa },
  '626': {
    cause: 'O CFOP não é dos previstos para venda isenta à Zona Franca.',
    fix: 'Confira com a contabilidade o CFOP da operação (por exemplo 6109 ou 6110).',
    field: 'items[].cfop',
  },
};
