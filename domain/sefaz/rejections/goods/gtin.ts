import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const field = 'items[].gtin';
const checkOrLeaveOut =
  'Confira o código de barras na embalagem; sem GTIN próprio, não envie o campo e a nota sai "SEM GTIN".';
const unknown =
  'Peça ao dono da marca que cadastre o produto no CCG (GS1), ou não envie o campo se o código não é um GTIN de verdade.';
const checkNcm =
  'Confira o NCM do produto com o esperado, que a SEFAZ informa; se o GTIN é que está errado, corrija-o.';
const checkCest =
  'Confira o CEST do produto com o esperado, que a SEFAZ informa; se o GTIN é que está errado, corrija-o.';

/** The bar code of the goods and what the national registry of bar codes (CCG) says of it. Lavra sends one GTIN for both units. */
export const gtin: Chapter = {
  '611': { cause: 'O GTIN do item tem tamanho ou dígito verificador errado.', fix: checkOrLeaveOut, field },
  '612': {
    cause: 'O GTIN da unidade tributável tem tamanho ou dígito verificador errado.',
    fix: checkOrLeaveOut,
    field,
  },
  '882': { cause: 'O GTIN do item tem um prefixo que a GS1 não usa.', fix: checkOrLeaveOut, field },
  '883': { cause: 'O campo do GTIN foi vazio, sem código e sem "SEM GTIN".', fix: tellMaintainers },
  '884': { cause: 'O GTIN da unidade tributável tem um prefixo que a GS1 não usa.', fix: checkOrLeaveOut, field },
  '885': { cause: 'O item tem GTIN e a unidade tributável dele não.', fix: tellMaintainers },
  '886': { cause: 'A unidade tributável tem GTIN e o item não.', fix: tellMaintainers },
  '888': { cause: 'O campo do GTIN da unidade tributável foi vazio.', fix: tellMaintainers },
  '889': {
    cause: 'A SEFAZ exige o código de barras para este produto, e o item foi sem GTIN.',
    fix: 'Envie o GTIN da embalagem, ou cadastre-o no produto.',
    field,
  },
  '890': { cause: 'O GTIN do item não está no cadastro nacional (CCG).', fix: unknown, field },
  '891': { cause: 'O NCM do item não é o do GTIN no cadastro nacional (CCG).', fix: checkNcm, field: 'items[].ncm' },
  '892': { cause: 'O CEST do item não é o do GTIN no cadastro nacional (CCG).', fix: checkCest, field: 'items[].cest' },
  '893': {
    cause: 'O GTIN enviado é de uma embalagem que contém outra, e a unidade tributável pede o da embalagem de dentro.',
    fix: 'Venda na unidade de dentro e envie o GTIN dela: o Lavra envia o mesmo GTIN para as duas unidades.',
    field,
  },
  '894': { cause: 'O GTIN da unidade tributável não está no cadastro nacional (CCG).', fix: unknown, field },
  '895': {
    cause: 'O NCM do item não é o do GTIN da unidade tributável no cadastro nacional (CCG).',
    fix: checkNcm,
    field: 'items[].ncm',
  },
  '896': {
    cause: 'O CEST do item não é o do GTIN da unidade tributável no cadastro nacional (CCG).',
    fix: checkCest,
    field: 'items[].cest',
  },
};
