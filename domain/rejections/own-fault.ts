import type { Explanation } from './explanation.ts';

/** What to do about a field that no caller sends, because Lavra writes it. */
export const tellMaintainers =
  'Isto não é enviado por quem emite: o Lavra o preenche. ' +
  'Baixe o XML com GET /v1/fiscal-documents/{id}/xml?type=signed e relate o caso a quem mantém o Lavra.';

/** Explains a total of the note, given in words, that is not the sum of its items. */
export function brokenSum(total: string): Explanation {
  return { cause: `O total ${total} da nota não é igual à soma dos itens.`, fix: tellMaintainers };
}

/** Explains a value of a line, given in words, that is not what its own base and rate give. */
export function brokenValue(value: string): Explanation {
  return { cause: `O valor ${value} do item não é o que a base e a alíquota dele dão.`, fix: tellMaintainers };
}
