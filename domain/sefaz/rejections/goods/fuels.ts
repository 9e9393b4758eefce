import type { Chapter } from '../../../rejections/explanation.ts';
import { brokenSum, brokenValue, tellMaintainers } from '../../../rejections/own-fault.ts';

const checkData = 'Confira com a contabilidade os dados de combustível do item, pelo código de produto da ANP dele.';
const field = 'items[].icmsSituation';

/** Fuels: their group, and ICMS charged once per unit of measure. */
export const fuels: Chapter = {
  '461': {
    cause: 'O item traz percentuais de gás (GLP, GLGNn, GLGNi) e o produto da ANP não é GLP.',
    fix: 'Não envie glpPercent, nationalGasPercent e importedGasPercent, ou corrija fuel.anpCode.',
    field: 'items[].fuel.glpPercent',
  },
  '700': brokenSum('da quantidade tributada pelo ICMS monofásico'),
  '723': {
    cause:
      'O total da quantidade sujeita a retenção do ICMS monofásico não é a soma dos itens; ou, numa operação interna, ' +
      'um estrangeiro não foi dado como consumidor final.',
    fix: 'Se o cliente é estrangeiro, emita para consumidor final; senão, relate o caso a quem mantém o Lavra.',
  },
  '744': brokenSum('da quantidade com ICMS monofásico retido antes'),
  '747': {
    cause: 'O item traz a UF de origem do combustível, e o produto da ANP não a admite.',
    fix: 'Não envie fuel.origins, ou corrija fuel.anpCode.',
    field: 'items[].fuel.origins',
  },
  '767': { cause: 'O item de tributação monofásica foi sem a quantidade tributada.', fix: checkData },
  '768': { cause: 'O item de tributação monofásica foi sem a quantidade sujeita a retenção.', fix: checkData },
  '769': { cause: 'O item com CST 61 foi sem a quantidade tributada que foi retida antes.', fix: checkData },
  '855': {
    cause: 'Os percentuais de GLP, GLGNn e GLGNi do item não somam 100.',
    fix: 'Acerte glpPercent, nationalGasPercent e importedGasPercent: juntos, são 100.',
    field: 'items[].fuel.glpPercent',
  },
  '856': {
    cause: 'O item é GLP e foi sem o valor de partida.',
    fix: 'Informe fuel.startingValue: reais por kg de GLP, sem ICMS.',
    field: 'items[].fuel.startingValue',
  },
  '907': {
    cause: 'O item traz a mistura de biocombustível, e o produto da ANP não a admite.',
    fix: 'Não envie fuel.biodieselPercent, ou corrija fuel.anpCode.',
    field: 'items[].fuel.biodieselPercent',
  },
  '908': {
    cause: 'O produto da ANP do item pede a mistura de biocombustível, e ela faltou.',
    fix: 'Informe fuel.biodieselPercent: o percentual de B100 no diesel, ou de etanol na gasolina.',
    field: 'items[].fuel.biodieselPercent',
  },
  '909': {
    cause: 'O produto da ANP do item pede a UF de origem do combustível, e ela faltou.',
    fix: 'Informe fuel.origins: de que UF vem o combustível, e quanto de cada uma.',
    field: 'items[].fuel.origins',
  },
  '958': {
    cause: 'Os percentuais das UFs de origem do combustível não somam 100.',
    fix: 'Acerte percent em fuel.origins: juntos, são 100.',
    field: 'items[].fuel.origins',
  },
  '959': {
    cause: 'O item traz CST de tributação monofásica (02, 15, 53 ou 61), e o produto dele não é desse regime.',
    fix: 'Use o CST da operação, ou corrija o código de produto da ANP do item.',
    field,
  },
  '960': {
    cause: 'O item é combustível de tributação monofásica e não traz esse grupo do ICMS.',
    fix: 'Use CST 02, 15, 53 ou 61 (ou 40, 41, 50, 90), como a contabilidade indicar.',
    field,
  },
  '962': brokenValue('do ICMS monofásico próprio'),
  '964': brokenValue('do ICMS monofásico com retenção'),
  '967': brokenSum('do ICMS monofásico próprio'),
  '968': brokenSum('do ICMS monofásico sujeito a retenção'),
  '969': { cause: 'O total do ICMS monofásico retido antes não é a soma dos itens.', fix: tellMaintainers },
};
