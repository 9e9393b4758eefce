import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const smallerRange = 'Confira os números em GET /v1/fiscal-documents e peça só as faixas que não foram usadas.';

/** Ranges of numbers given up. */
export const inutilization: Chapter = {
  '201': {
    cause: 'A faixa tem mais números do que a SEFAZ inutiliza de uma vez (em regra 1000).',
    fix: 'Divida a faixa em pedidos de até 1000 números.',
  },
  '224': {
    cause: 'O primeiro número da faixa é maior que o último.',
    fix: 'Troque startNumber e endNumber.',
  },
  '241': { cause: 'Um número da faixa já é de uma nota que a SEFAZ conhece.', fix: smallerRange },
  '256': {
    cause: 'Um número da faixa já foi inutilizado.',
    fix: 'Consulte GET /v1/fiscal-inutilizations e peça só os números que faltam.',
  },
  '453': { cause: 'O ano da inutilização é posterior ao atual.', fix: tellMaintainers },
  '454': { cause: 'O ano da inutilização é anterior a 2006.', fix: tellMaintainers },
  '563': {
    cause: 'Esta mesma faixa já foi inutilizada antes.',
    fix: 'Não é preciso repetir: o protocolo do primeiro pedido vale, e GET /v1/fiscal-inutilizations o mostra.',
  },
};
