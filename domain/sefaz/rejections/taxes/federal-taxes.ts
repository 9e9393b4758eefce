import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

/** IPI, PIS and COFINS. */
export const federalTaxes: Chapter = {
  '387': {
    cause: 'O enquadramento legal do IPI do item não existe na tabela.',
    fix: 'Informe um código da tabela de enquadramento, ou 999 para os demais casos.',
    field: 'items[].ipiFramework',
  },
  '388': {
    cause: 'O CST do IPI não combina com o enquadramento legal: imunidade, suspensão e isenção têm faixas próprias.',
    fix: 'Com CST 02 ou 52 use 301 a 399, com 04 ou 54 use 001 a 099, com 05 ou 55 use 101 a 199; nos demais, 6xx ou 999.',
    field: 'items[].ipiFramework',
  },
  '742': {
    cause: 'A NFC-e não pode ter IPI.',
    fix: 'Não informe a situação do IPI no item, na regra, no produto nem na empresa, ou emita NF-e.',
    field: 'items[].ipiSituation',
  },
  '743': { cause: 'A NFC-e não pode ter imposto de importação.', fix: tellMaintainers },
  '745': { cause: 'O item da NF-e não traz o PIS.', fix: tellMaintainers },
  '746': { cause: 'A NFC-e não pode ter PIS por substituição.', fix: tellMaintainers },
  '748': { cause: 'O item da NF-e não traz a COFINS.', fix: tellMaintainers },
  '749': { cause: 'A NFC-e não pode ter COFINS por substituição.', fix: tellMaintainers },
};
