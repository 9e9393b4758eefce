import type { Explanation } from '../../rejections/explanation.ts';
import { ownRefusal } from '../../rejections/own-refusal.ts';

/** The explanation of a rejection that the catalogue does not have: by family for the authority's, one for all of our own (null). */
export function generalExplanation(cStat: string | null, words: string): Explanation {
  if (cStat === null) return ownRefusal(words, 'a SEFAZ');
  if (cStat.length === 4) return ofTaxReform;
  return /\[\s*nItem/i.test(words) ? ofItem : ofNote;
}

const ofTaxReform: Explanation = {
  cause: 'A SEFAZ recusou a nota por uma regra da reforma tributária que o catálogo do Lavra ainda não explica.',
  fix:
    'Leia a mensagem da SEFAZ e confira com a contabilidade ibsCbsSituation e ibsCbsClassification dos itens; ' +
    'se estão certos, relate o caso a quem mantém o Lavra.',
};

const ofItem: Explanation = {
  cause: 'A SEFAZ recusou um item da nota por uma regra que o catálogo do Lavra ainda não explica.',
  fix: 'Leia a mensagem da SEFAZ, que nomeia o item, e confira os dados e impostos dele com a contabilidade.',
  field: 'items[]',
};

const ofNote: Explanation = {
  cause: 'A SEFAZ recusou o pedido por uma regra que o catálogo do Lavra ainda não explica.',
  fix: 'Leia a mensagem da SEFAZ, que diz o que ela não aceitou, e confira o dado com a contabilidade.',
};
