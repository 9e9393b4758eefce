import table from '../../../tables/nfse-codes.json' with { type: 'json' };
import { namedField } from '../../rejections/explain.ts';
import type { Explanation } from '../../rejections/explanation.ts';

const published: Readonly<Record<string, { message: string } | undefined>> = table.codes;

/** The explanation of a rejection that the catalogue does not have: by the published rule, and one for all of our own (null). */
export function generalExplanation(code: string | null, words: string): Explanation {
  if (code === null) return { ...ours, ...namedField(words) };
  const rule = published[code]?.message.replace(/[.\s]+$/, '');
  return rule === undefined ? unknown : { ...unknown, cause: `A SEFIN Nacional recusou por esta regra: ${rule}.` };
}

const ours: Explanation = {
  cause: 'Não foi a SEFIN Nacional que recusou: a emissão foi encerrada aqui, pelo motivo que a mensagem diz.',
  fix:
    'Resolva o que a mensagem aponta. O que foi enviado na criação pede um documento novo; ' +
    'certificado, empresa, regras e produtos basta corrigir, e emitir de novo.',
};

const unknown: Explanation = {
  cause: 'A SEFIN Nacional recusou o pedido por uma regra que o catálogo do Lavra ainda não explica.',
  fix: 'Leia a mensagem, que diz o que não foi aceito, e confira o dado com a contabilidade ou com a prefeitura.',
};
