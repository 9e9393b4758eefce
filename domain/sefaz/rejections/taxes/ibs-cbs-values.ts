import type { Chapter, Explanation } from '../../../rejections/explanation.ts';
import { brokenValue, tellMaintainers } from '../../../rejections/own-fault.ts';

function undue(group: string): Explanation {
  return { cause: `O item traz ${group} que a classificação tributária dele não admite.`, fix: checkClass, field };
}

function missing(group: string): Explanation {
  return { cause: `A classificação tributária do item exige ${group}, e a nota não traz.`, fix: checkClass, field };
}

function brokenRate(rate: string): Explanation {
  return { cause: `A alíquota ${rate} do item não é a que vale na data de emissão.`, fix: newerRates };
}

function brokenEffectiveRate(rate: string): Explanation {
  return { cause: `A alíquota efetiva ${rate} não é a alíquota do item depois da redução.`, fix: tellMaintainers };
}

function brokenReduction(rate: string): Explanation {
  return {
    cause: `A redução da alíquota ${rate} não é a da classificação tributária do item.`,
    fix: newerTable,
    field,
  };
}

const field = 'items[].ibsCbsClassification';
const checkClass =
  'O Lavra o tira da tabela: confira a classificação tributária (cClassTrib) do item; se está certa, relate o caso a quem mantém o Lavra.';
const newerRates =
  'As alíquotas vêm da tabela do Lavra: atualize o Lavra; se já está em dia, relate o caso a quem o mantém.';
const newerTable =
  'A redução vem da tabela do Lavra: confira a classificação tributária (cClassTrib) do item e atualize o Lavra.';

/** Rates, reductions, deferrals and values of IBS and CBS, which Lavra finds by the classification and the date. */
export const ibsCbsValues: Chapter = {
  '1004': { cause: 'A nota com IBS e CBS não traz o total com esses tributos.', fix: tellMaintainers },
  '1007': undue('redução do IBS do município'),
  '1026': brokenRate('do IBS do estado'),
  '1028': undue('redução da CBS'),
  '1029': undue('diferimento do IBS do estado'),
  '1030': missing('diferimento do IBS do estado'),
  '1031': brokenValue('do diferimento do IBS do estado'),
  '1032': undue('redução do IBS do estado'),
  '1033': missing('redução do IBS do estado'),
  '1034': brokenReduction('do IBS do estado'),
  '1035': brokenEffectiveRate('do IBS do estado'),
  '1036': brokenRate('do IBS do município'),
  '1037': brokenRate('da CBS'),
  '1040': brokenValue('do IBS regular do estado'),
  '1041': brokenValue('do IBS do estado'),
  '1044': missing('diferimento do IBS do município'),
  '1045': brokenValue('do diferimento do IBS do município'),
  '1046': brokenReduction('do IBS do município'),
  '1047': brokenEffectiveRate('do IBS do município'),
  '1051': brokenValue('do IBS regular do município'),
  '1052': brokenValue('do IBS do município'),
  '1061': missing('diferimento da CBS'),
  '1062': brokenValue('do diferimento da CBS'),
  '1063': brokenReduction('da CBS'),
  '1064': brokenEffectiveRate('da CBS'),
  '1068': brokenValue('da CBS regular'),
  '1069': brokenValue('da CBS'),
  '1074': missing('redução do IBS do município'),
  '1079': missing('redução da CBS'),
  '1083': undue('diferimento do IBS do município'),
  '1090': undue('diferimento da CBS'),
  '1104': { cause: 'A base do IBS e da CBS do item não é a soma dos valores que a compõem.', fix: tellMaintainers },
  '1105': { cause: 'O valor total do item não é a soma dos valores que o compõem.', fix: tellMaintainers },
  '1137': { cause: 'O item com IBS e CBS não traz o seu valor total.', fix: tellMaintainers },
  '1150': brokenValue('do IBS'),
  '1180': undue('redução do IBS do município'),
  '1181': undue('redução da CBS'),
};
