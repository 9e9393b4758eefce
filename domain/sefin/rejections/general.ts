import table from '../../../tables/nfse-codes.json' with { type: 'json' };
import type { Explanation } from '../../rejections/explanation.ts';
import { ownRefusal } from '../../rejections/own-refusal.ts';

const published: Readonly<Record<string, { message: string } | undefined>> = table.codes;

/** The explanation of a rejection that the catalogue does not have: by the published rule, and one for all of our own (null). */
export function generalExplanation(code: string | null, words: string): Explanation {
  if (code === null) return ownRefusal(words, 'a SEFIN Nacional');
  const rule = published[code]?.message.replace(/[.\s]+$/, '');
  return rule === undefined ? unknown : { ...unknown, cause: `A SEFIN Nacional recusou por esta regra: ${rule}.` };
}

const unknown: Explanation = {
  cause: 'A SEFIN Nacional recusou o pedido por uma regra que o catálogo do Lavra ainda não explica.',
  fix: 'Leia a mensagem, que diz o que não foi aceito, e confira o dado com a contabilidade ou com a prefeitura.',
};
