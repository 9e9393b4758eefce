import type { Chapter } from '../../../rejections/explanation.ts';
import { brokenValue, tellMaintainers } from '../../../rejections/own-fault.ts';

const field = 'items[].icmsSituation';
const benefit = 'items[].benefitCode';
const reducedBase = 'items[].icmsRedBcBenefitCode';

/** The ICMS of the operation itself: situation, rate, base, deferral, benefits. */
export const icms: Chapter = {
  '782': {
    cause: 'A empresa é MEI, e o MEI não usa este CSOSN.',
    fix: 'Use o CSOSN 102 na venda, 300 ou 400 no que não é tributado, e na NF-e 900 no que não é venda.',
    field: 'items[].icmsSituation',
  },
  '351': brokenValue('do ICMS da operação (CST 51)'),
  '352': brokenValue('do ICMS diferido (CST 51)'),
  '353': brokenValue('do ICMS devido (CST 51)'),
  '384': {
    cause: 'O CSOSN do item não é permitido na UF do emitente.',
    fix: 'Confira com a contabilidade qual CSOSN a UF admite para a operação.',
    field,
  },
  '383': {
    cause: 'O CSOSN do item não é permitido neste tipo de nota.',
    fix: 'Na NFC-e use um CSOSN de venda ao consumidor, como 102, 300, 400 ou 500.',
    field,
  },
  '508': {
    cause: 'O CST do item não pode ser usado em venda a quem não é contribuinte do ICMS.',
    fix: 'Use 00, 20, 40, 41, 60 ou 61; se o cliente é contribuinte, envie a inscrição estadual dele.',
    field,
  },
  '528': brokenValue('do ICMS'),
  '529': {
    cause: 'O CST do item (50 ou 51) não pode ser usado com destinatário isento de inscrição estadual.',
    fix: 'Use outro CST, ou corrija taxpayerType se o cliente tem inscrição estadual.',
    field,
  },
  '590': {
    cause: 'A empresa é do Simples Nacional e o item traz CST, que é do regime normal.',
    fix: 'Use um CSOSN de 3 dígitos (por exemplo 102), ou acerte o regime com "lavra company set --tax-regime".',
    field,
  },
  '591': {
    cause: 'A empresa não apura o ICMS no Simples Nacional e o item traz CSOSN.',
    fix: 'Use um CST de 2 dígitos (por exemplo 00), ou acerte o regime com "lavra company set --tax-regime".',
    field,
  },
  '600': {
    cause: 'O CSOSN do item não pode ser usado em venda a quem não é contribuinte do ICMS.',
    fix: 'Use 102, 103, 300, 400 ou 500; se o cliente é contribuinte, envie a inscrição estadual dele.',
    field,
  },
  '627': {
    cause: 'A situação do item pede o valor do ICMS desonerado, e a nota não o traz.',
    fix: 'Informe icmsExemptedValue, ou icmsExemptionReason com icmsExemptedRate, a alíquota sem o benefício.',
    field: 'items[].icmsExemptedValue',
  },
  '652': {
    cause: 'O ICMS desonerado pela SUFRAMA (motivo 7) precisa ser deduzido do valor do item, e não foi.',
    fix: 'Envie icmsExemptionDeducted 1, ou use o motivo certo em icmsExemptionReason.',
    field: 'items[].icmsExemptionDeducted',
  },
  '663': {
    cause:
      'A mercadoria é importada, ou tem conteúdo importado acima de 40%, e vai a outro estado com mais de 4% de ICMS.',
    fix: 'Use a alíquota de 4%, ou corrija icmsOrigin se a mercadoria não é importada (origens 1, 2, 3 e 8).',
    field: 'items[].icmsRate',
  },
  '664': {
    cause: 'O código de crédito presumido do item não existe ou não serve na UF.',
    fix: 'Confira o código na tabela da UF com a contabilidade.',
    field: 'items[].presumedCreditCode',
  },
  '665': {
    cause: 'O diferimento do item reduz a base do ICMS e não traz o código de benefício dessa redução (cBenefRBC).',
    fix: 'Informe icmsRedBcBenefitCode, o código da redução na tabela da UF.',
    field: reducedBase,
  },
  '666': {
    cause: 'O código de benefício da redução da base (cBenefRBC) não existe ou não serve na UF.',
    fix: 'Informe em icmsRedBcBenefitCode um código da tabela da UF para o CST 20.',
    field: reducedBase,
  },
  '693': {
    cause: 'A alíquota do ICMS é maior que a interestadual entre as duas UFs (7% ou 12%).',
    fix: 'Use a alíquota interestadual da rota, ou deixe icmsRate sem valor onde o Lavra a tira da sua tabela.',
    field: 'items[].icmsRate',
  },
  '740': {
    cause: 'O item traz repasse de ICMS retido por substituição, que não cabe nesta nota.',
    fix: tellMaintainers,
  },
  '766': {
    cause: 'O CST do item não é permitido neste tipo de nota.',
    fix: 'Na NFC-e use um CST de venda ao consumidor, como 00, 20, 40, 41 ou 60.',
    field,
  },
  '858': {
    cause: 'O grupo de tributação do ICMS do item não cabe nesta operação.',
    fix: 'Confira com a contabilidade a situação do ICMS do item para esta operação.',
    field,
  },
  '906': {
    cause: 'A UF exige os valores do ICMS efetivo, e o item não os traz.',
    fix: 'Informe effectiveIcms no item, com a alíquota.',
    field: 'items[].effectiveIcms',
  },
  '928': {
    cause: 'O item traz código de benefício fiscal com um CST que não tem benefício.',
    fix: 'Não envie benefitCode com este CST, ou corrija a situação do ICMS.',
    field: benefit,
  },
  '929': {
    cause: 'O CST do item é de diferimento e faltam os dados do diferimento.',
    fix: 'Com CST 51, informe a alíquota (icmsRate) e o percentual diferido (icmsDeferralRate).',
    field: 'items[].icmsDeferralRate',
  },
  '930': {
    cause: 'O CST do item tem benefício fiscal, e a UF exige o código do benefício (cBenef).',
    fix: 'Informe benefitCode com o código da UF, ou SEM CBENEF onde a UF o aceita para operação sem benefício.',
    field: benefit,
  },
  '931': {
    cause: 'O CST do item não é o do código de benefício fiscal (cBenef), ou o código não está em vigor.',
    fix: 'Informe em benefitCode um código da tabela da UF para este CST.',
    field: benefit,
  },
  '934': {
    cause: 'O benefício do item pede o valor do ICMS desonerado e o motivo, e a nota não os traz.',
    fix: 'Informe icmsExemptionReason, o motivo da desoneração; o valor é calculado se icmsExemptedValue não vem.',
    field: 'items[].icmsExemptionReason',
  },
  '946': {
    cause: 'O código de benefício fiscal (cBenef) do item não existe na UF.',
    fix: 'Informe em benefitCode um código da tabela em vigor na UF da empresa.',
    field: benefit,
  },
};
