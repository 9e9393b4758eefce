import { quotaIsExhausted } from '../companies/quota.ts';
import { namedField } from './explain.ts';
import type { Explanation } from './explanation.ts';

/**
 * Explains a refusal of our own, before anything was sent.
 *
 * @param who the authority that did not refuse, as in "a SEFAZ"
 */
export function ownRefusal(words: string, who: string): Explanation {
  if (words.startsWith(quotaIsExhausted)) return quotaRefusal;
  return {
    cause: `Não foi ${who} que recusou: a emissão foi encerrada aqui, pelo motivo que a mensagem diz.`,
    fix:
      'Resolva o que a mensagem aponta: o que foi enviado na criação se corrige com PATCH /v1/fiscal-documents/{id}, ' +
      'e certificado, empresa, regras e produtos no cadastro. Depois emita de novo o mesmo documento.',
    ...namedField(words),
  };
}

const quotaRefusal: Explanation = {
  cause:
    'A cota da empresa acabou enquanto o documento esperava a sua vez: nada foi enviado, e nenhum número foi gasto.',
  fix: 'Emita-o de novo quando a cota recomeçar, ou assim que ela aumentar (lavra company set --monthly-quota).',
  field: 'company.monthlyQuota',
};
