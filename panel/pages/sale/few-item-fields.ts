import type { Field } from '../../forms/fields.ts';
import { taxFieldTitles } from '../../parts/tax-words.ts';

const money = (name: string, label: string): Field => ({ name, label, kind: 'decimal', isShort: true });
const code = (name: string, label: string, most: number): Field => ({ name, label, isShort: true, most });

const yes = (name: string, label: string): Field => {
  const choices = [
    ['', 'Não'],
    ['sim', 'Sim'],
  ] as const;
  return { name, label, kind: 'trueFalse', choices, isShort: true };
};

/** Fields of an NF-e item that few items fill in. */
export function fewItemFields(at: string): Field[] {
  return [
    yes(`${at}.isUsed`, 'Bem usado'),
    yes(`${at}.donation`, 'Doação'),
    money(`${at}.ipiUnitRate`, 'IPI (R$ por unidade)'),
    money(`${at}.pisUnitRate`, 'PIS (R$ por unidade)'),
    money(`${at}.cofinsUnitRate`, 'COFINS (R$ por unidade)'),
    ...presumedCredits(at),
    ...contributionSt(`${at}.pisSt`, 'PIS'),
    ...contributionSt(`${at}.cofinsSt`, 'COFINS'),
    ...operationCredit(`${at}.operationPresumedCredit`),
    ...freeTradeArea(`${at}.freeTradeArea`),
    zoneCredit(at),
    ...partedIcms(at),
    ...remarks(at),
  ];
}

/** How the IBS of goods made in the Zona Franca is assessed (tpCredPresIBSZFM). */
function zoneCredit(at: string): Field {
  return {
    name: `${at}.zfmCreditType`,
    label: 'IBS de bem produzido na Zona Franca',
    kind: 'choice',
    choices: [
      ['', 'Não informado'],
      ['0', 'Sem crédito presumido'],
      ['1', 'Bem de consumo final'],
      ['2', 'Bem de capital'],
      ['3', 'Bem intermediário'],
      ['4', 'Bem de informática e outros'],
    ],
    isShort: true,
    hint: 'Só de quem está em AC, AM, RO, RR, Macapá ou Santana.',
  };
}

/** ICMS that is split between two states (ICMSPart), or that another state gets for goods taxed before (ICMSST). */
function partedIcms(at: string): Field[] {
  const { icmsPartition, destinationSt, retainedSt } = titles;
  return [
    {
      ...money(`${at}.icmsPartition.ownBasePercent`, `${icmsPartition}: base da própria operação (%)`),
      hint: 'Com CST 10, 20 ou 90 e ICMS-ST, numa venda para outro estado.',
    },
    {
      ...code(`${at}.icmsPartition.stState`, `${icmsPartition}: estado do ICMS-ST (sigla)`, 2),
      hint: 'Em branco: aquele para onde a mercadoria vai.',
    },
    {
      ...money(`${at}.retainedSt.base`, `${retainedSt}: base (R$)`),
      hint: 'Com CST 60 ou CSOSN 500, como a nota de compra o diz.',
    },
    money(`${at}.retainedSt.rate`, `${retainedSt}: alíquota do consumidor (%)`),
    money(`${at}.retainedSt.ownValue`, `${retainedSt}: ICMS próprio de quem o reteve (R$)`),
    money(`${at}.retainedSt.value`, `${retainedSt}: valor (R$)`),
    money(`${at}.retainedSt.fcpBase`, `${retainedSt}: base do FCP (R$)`),
    money(`${at}.retainedSt.fcpRate`, `${retainedSt}: alíquota do FCP (%)`),
    money(`${at}.retainedSt.fcpValue`, `${retainedSt}: valor do FCP (R$)`),
    {
      ...money(`${at}.destinationSt.base`, `${destinationSt}: base (R$)`),
      hint: 'Com CST 41 ou 60 e o que foi retido antes, numa venda para outro estado.',
    },
    money(`${at}.destinationSt.value`, `${destinationSt}: valor (R$)`),
  ];
}

const titles = {
  icmsPartition: 'Partilha do ICMS',
  destinationSt: 'ICMS-ST do estado de destino',
  retainedSt: 'ICMS-ST retido antes',
} as const;

/** A free field of the item, and one that a tax office asks for (obsItem). */
function remarks(at: string): Field[] {
  return [
    code(`${at}.remark.field`, 'Campo de uso livre do item: nome', 20),
    code(`${at}.remark.text`, 'Campo de uso livre do item: o que diz', 60),
    code(`${at}.taxOfficeRemark.field`, 'Campo do item para o fisco: nome', 20),
    code(`${at}.taxOfficeRemark.text`, 'Campo do item para o fisco: o que diz', 60),
  ];
}

/** State presumed credits (gCred): the first in fields of its own, the others one a line. */
function presumedCredits(at: string): Field[] {
  return [
    {
      ...code(`${at}.presumedCreditCode`, `${taxFieldTitles.presumedCreditCode} do estado (código)`, 10),
      hint: 'O crédito presumido de ICMS que o estado dá.',
    },
    money(`${at}.presumedCreditRate`, taxFieldTitles.presumedCreditRate),
    { ...money(`${at}.presumedCreditValue`, 'Valor do crédito presumido (R$)'), hint: 'Em branco: o Lavra calcula.' },
    {
      name: `${at}.furtherPresumedCredits`,
      label: 'Outros créditos presumidos do estado',
      kind: 'area',
      most: 200,
      hint: 'Um em cada linha, até 3: código, porcentagem e, se não é a da base, valor. Como SP000002 5,00 12,34.',
    },
  ];
}

/** PIS or COFINS that the company collects in place of the reseller. */
function contributionSt(at: string, tax: 'PIS' | 'COFINS'): Field[] {
  return [
    {
      ...money(`${at}.rate`, `${tax} por substituição (%)`),
      hint: 'Só de quem o recolhe por quem revende, até o fim de 2026.',
    },
    { ...money(`${at}.base`, `Base do ${tax} por substituição (R$)`), hint: 'Em branco: o preço com o IPI.' },
    money(`${at}.unitRate`, `${tax} por substituição (R$ por unidade)`),
    {
      name: `${at}.addsToTotal`,
      label: `${tax} por substituição no total da nota`,
      kind: 'trueFalse',
      choices: [
        ['', 'Escolha, se houver'],
        ['sim', 'Soma: é cobrado além do preço'],
        ['nao', 'Não soma: já está no preço'],
      ],
      isShort: true,
    },
  ];
}

/** Presumed credit of IBS and CBS that the company takes in the note itself. */
function operationCredit(at: string): Field[] {
  return [
    {
      ...code(`${at}.creditCode`, 'Crédito presumido do IBS e da CBS (código)', 2),
      hint: 'Só o que a empresa toma na própria nota, a partir de 2027, como 04, de bens usados.',
    },
    money(`${at}.base`, 'Base desse crédito (R$)'),
    ...(['ibs', 'cbs'] as const).flatMap((tax): Field[] => [
      money(`${at}.${tax}.rate`, `Crédito presumido ${tax === 'ibs' ? 'do IBS' : 'da CBS'} (%)`),
      {
        name: `${at}.${tax}.isConditional`,
        label: `O crédito ${tax === 'ibs' ? 'do IBS' : 'da CBS'} depende de condição`,
        kind: 'trueFalse',
        choices: [
          ['', 'Não: vale já'],
          ['sim', 'Sim: só vale quando ela se cumpre'],
        ],
        isShort: true,
      },
    ]),
  ];
}

/** CBS of zero inside the Zona Franca and the free trade areas. */
function freeTradeArea(at: string): Field[] {
  return [
    {
      name: `${at}.application`,
      label: 'CBS zero na Zona Franca ou em área de livre comércio',
      kind: 'choice',
      choices: [
        ['', 'Não'],
        ['WITHOUT_PROCESS', 'Sim, sem processo aprovado na Suframa'],
        ['APPROVED_PROCESS', 'Sim, com processo aprovado na Suframa'],
      ],
      isShort: true,
      hint: 'Só quando a empresa e o cliente estão na mesma área.',
    },
    code(`${at}.suframaProcess`, 'Processo na Suframa', 12),
  ];
}
