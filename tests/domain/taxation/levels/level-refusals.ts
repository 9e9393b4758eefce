import type { TaxFields } from '../../../../domain/taxation/fields.ts';
import type { TaxRegime } from '../../../../domain/taxation/operation.ts';

const modes = '4 (MVA), 6 (valor da operação) ou 0, 1, 2, 3 ou 5 (preço tabelado, listas, pauta), com a base no item';
/** Complete fields of a substitution by margin. */
export const st = { icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' };
const asked = 'informe a alíquota em porcento.';
const bound = (most: string, text: string) =>
  `Informe uma porcentagem de 0 a ${most}, com até 4 casas decimais; veio ${text}.`;

/** Each refusal of a level with its sentence; the level has no other fault. The regime is NORMAL by default. */
export const refusals: { regime?: TaxRegime; fields: TaxFields; at: string; says: string }[] = [
  {
    regime: 'SIMPLES',
    fields: { icmsSituation: '00' },
    at: 'icmsSituation',
    says: 'A empresa é do Simples Nacional e usa CSOSN; 00 é CST. Informe um CSOSN de três dígitos.',
  },
  {
    regime: 'MEI',
    fields: { icmsSituation: '41' },
    at: 'icmsSituation',
    says: 'A empresa é do Simples Nacional e usa CSOSN; 41 é CST. Informe um CSOSN de três dígitos.',
  },
  {
    regime: 'SIMPLES_EXCESS',
    fields: { icmsSituation: '102' },
    at: 'icmsSituation',
    says: 'A empresa apura o ICMS fora do Simples Nacional e usa CST; 102 é CSOSN. Informe um CST de dois dígitos.',
  },
  {
    fields: { icmsSituation: '500' },
    at: 'icmsSituation',
    says: 'A empresa apura o ICMS fora do Simples Nacional e usa CST; 500 é CSOSN. Informe um CST de dois dígitos.',
  },
  {
    fields: { icmsSituation: '11' },
    at: 'icmsSituation',
    says: '11 não é uma situação do ICMS: informe um CST (por exemplo 00) com os dígitos da tabela.',
  },
  {
    regime: 'SIMPLES',
    fields: { icmsSituation: '0102' },
    at: 'icmsSituation',
    says: '0102 não é uma situação do ICMS: informe um CSOSN (por exemplo 102) com os dígitos da tabela.',
  },
  {
    regime: 'MEI',
    fields: { icmsSituation: '61' },
    at: 'icmsSituation',
    says: 'O MEI usa CSOSN; 61 é CST. Informe um CSOSN de três dígitos.',
  },
  {
    fields: { icmsSituation: '15', icmsMonoReductionRate: '10' },
    at: 'icmsMonoReductionReason',
    says: 'Diga em icmsMonoReductionReason o motivo da redução: 1 (transporte coletivo) ou 9 (outros).',
  },
  {
    fields: { icmsMonoRate: '1.57001' },
    at: 'icmsMonoRate',
    says: 'Informe um valor em reais por unidade, de 0 a 999,9999, com até 4 casas decimais; veio 1.57001.',
  },
  ...['20', '70'].map((code) => ({
    fields: { icmsSituation: code, ...st },
    at: 'icmsRedBc',
    says: `O CST ${code} tem base reduzida: informe icmsRedBc, a redução em porcento.`,
  })),
  ...['101', '201'].map((code) => ({
    regime: 'SIMPLES' as const,
    fields: { icmsSituation: code, ...st },
    at: 'icmsSnCreditRate',
    says: `O CSOSN ${code} dá crédito ao destinatário: informe icmsSnCreditRate, a alíquota do crédito em porcento.`,
  })),
  ...(['10', '30', '202', '203'] as const).flatMap((code) => {
    const regime = code.length === 3 ? ('SIMPLES' as const) : ('NORMAL' as const);
    return [
      {
        regime,
        fields: { icmsSituation: code, icmsStRate: '18' },
        at: 'icmsStModBc',
        says: `A situação ${code} tem substituição tributária: informe icmsStModBc ${modes}.`,
      },
      {
        regime,
        fields: { icmsSituation: code, icmsStModBc: '7', icmsStRate: '18' },
        at: 'icmsStModBc',
        says: `A situação ${code} tem substituição tributária: informe icmsStModBc ${modes}.`,
      },
      {
        regime,
        fields: { icmsSituation: code, icmsStModBc: '4', icmsStRate: '18' },
        at: 'icmsStMva',
        says: 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.',
      },
      {
        regime,
        fields: { icmsSituation: code, icmsStModBc: '6' },
        at: 'icmsStRate',
        says: `A situação ${code} tem substituição tributária: informe icmsStRate, a alíquota interna em porcento.`,
      },
    ];
  }),
  {
    fields: { icmsSituation: '90', icmsStModBc: '4', icmsStMva: '40' },
    at: 'icmsStRate',
    says: 'A situação 90 tem substituição tributária: informe icmsStRate, a alíquota interna em porcento.',
  },
  {
    regime: 'SIMPLES',
    fields: { icmsSituation: '900', icmsStRate: '18', icmsStModBc: '4' },
    at: 'icmsStMva',
    says: 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.',
  },
  {
    fields: { icmsStModBc: '7' },
    at: 'icmsStModBc',
    says: `O modo da base da substituição tributária é ${modes}; veio 7.`,
  },
  {
    fields: { benefitCode: 'SP01' },
    at: 'benefitCode',
    says: 'O código tem 8 ou 10 caracteres, como SP010010, ou SEM CBENEF; veio SP01.',
  },
  {
    fields: { icmsSituation: '30', icmsStModBc: '6', icmsStRate: '18', icmsExemptionReason: '3' },
    at: 'icmsExemptionReason',
    says: 'O motivo da desoneração do CST 30 é 6, 7 ou 9; veio 3.',
  },
  {
    fields: { icmsSituation: '40', icmsExemptionReason: '7', icmsExemptionDeducted: '0' },
    at: 'icmsExemptionDeducted',
    says: 'O ICMS desonerado pelo motivo 7 (SUFRAMA) é deduzido do total da nota (rejeição 652): use 1.',
  },
  { fields: { icmsOrigin: '9' }, at: 'icmsOrigin', says: 'A origem da mercadoria vai de 0 a 8; veio 9.' },
  { fields: { icmsRate: '100.0001' }, at: 'icmsRate', says: bound('100', '100.0001') },
  { fields: { icmsRate: '-1' }, at: 'icmsRate', says: bound('100', '-1') },
  { fields: { icmsRate: '18,5' }, at: 'icmsRate', says: bound('100', '18,5') },
  { fields: { icmsRate: '1.23456' }, at: 'icmsRate', says: bound('100', '1.23456') },
  { fields: { icmsRate: '1e1' }, at: 'icmsRate', says: bound('100', '1e1') },
  { fields: { icmsStMva: '1000' }, at: 'icmsStMva', says: bound('999,9999', '1000') },
  { fields: { ipiRate: '1000' }, at: 'ipiRate', says: bound('999,9999', '1000') },
  {
    fields: { icmsSituation: '20', icmsRedBc: 'x' },
    at: 'icmsRedBc',
    says: bound('100', 'x'),
  },
  { fields: { pisSituation: '01' }, at: 'pisRate', says: `O CST 01 do PIS é tributado: ${asked}` },
  { fields: { cofinsSituation: '02' }, at: 'cofinsRate', says: `O CST 02 da COFINS é tributado: ${asked}` },
  {
    fields: { pisSituation: '03' },
    at: 'pisSituation',
    says: 'O CST 03 do PIS cobra por quantidade: informe no item pisUnitRate, em reais por unidade.',
  },
  {
    fields: { cofinsSituation: '57' },
    at: 'cofinsSituation',
    says: '57 não é um CST da COFINS: use, por exemplo, 01, 06, 49 ou 99.',
  },
  {
    fields: { ipiSituation: '06' },
    at: 'ipiSituation',
    says: '06 não é um CST do IPI: use 00 a 05, 49 a 55 ou 99.',
  },
  {
    fields: { ipiSituation: '50' },
    at: 'ipiRate',
    says: 'O CST 50 do IPI é tributado: informe ipiRate em porcento.',
  },
  {
    fields: { ipiFramework: '99' },
    at: 'ipiFramework',
    says: 'O enquadramento do IPI tem 3 dígitos, por exemplo 999; veio 99.',
  },
  ...(
    [
      ['52', undefined, 'isenção', 'de 301 a 351'],
      ['02', '300', 'isenção', 'de 301 a 351'],
      ['54', '101', 'imunidade', 'de 001 a 007'],
      ['05', undefined, 'suspensão', 'de 101 a 162'],
      ['53', '301', 'outros casos', 'de 601 a 608, ou 999'],
    ] as const
  ).map(([ipiSituation, framework, ground, range]) => ({
    fields: { ipiSituation, ...(framework ? { ipiFramework: framework } : {}) },
    at: 'ipiFramework',
    says: `O CST ${ipiSituation} do IPI (${ground}) pede em ipiFramework um enquadramento ${range}; está ${framework ?? '999'}.`,
  })),
  {
    fields: { ibsCbsSituation: '200' },
    at: 'ibsCbsClassification',
    says: 'Com ibsCbsSituation 200, informe ibsCbsClassification (cClassTrib), de 6 dígitos.',
  },
  {
    fields: { ibsCbsSituation: '001' },
    at: 'ibsCbsSituation',
    says: '001 não é um CST do IBS/CBS: use, por exemplo, 000 ou 200.',
  },
  {
    fields: { ibsCbsClassification: '000009' },
    at: 'ibsCbsClassification',
    says: '000009 não está na tabela de classificação tributária (cClassTrib) do IBS/CBS.',
  },
  {
    fields: { ibsCbsSituation: '000', ibsCbsClassification: '200003' },
    at: 'ibsCbsClassification',
    says: 'O cClassTrib 200003 é do CST 200 do IBS/CBS, não do 000: acerte um dos dois.',
  },
  {
    fields: { ibsCbsClassification: '010001' },
    at: 'ibsCbsClassification',
    says: 'O cClassTrib 010001 não é permitido em NF-e: escolha outro da tabela.',
  },
  ...['550001', '200022'].map((code) => ({
    fields: { ibsCbsClassification: code },
    at: 'ibsCbsRegularClassification',
    says: `O cClassTrib ${code} mostra o que seria devido sem ele (rejeição 1065): informe em ibsCbsRegularClassification o cClassTrib que o item teria, por exemplo 000001.`,
  })),
  {
    fields: { ibsCbsClassification: '550001', ibsCbsRegularClassification: '000001', ibsCbsRegularSituation: '200' },
    at: 'ibsCbsRegularClassification',
    says: 'O cClassTrib 000001 é do CST 000 do IBS/CBS, não do 200: acerte um dos dois.',
  },
  {
    fields: { ibsCbsClassification: '620001' },
    at: 'ibsCbsClassification',
    says: 'O cClassTrib 620001 não pode ser emitido: as alíquotas do IBS e da CBS monofásicos ainda não foram fixadas em lei (LC 214/2025 art. 172): deixe o combustível sem IBS e CBS.',
  },
  {
    fields: { ibsCbsClassification: '200044' },
    at: 'ibsCbsClassification',
    says: 'O cClassTrib 200044 não é permitido em NF-e: escolha outro da tabela.',
  },
  ...['800001', '810001', '811003', '410030'].map((code) => ({
    fields: { ibsCbsClassification: code },
    at: 'ibsCbsClassification',
    says: `O cClassTrib ${code} é de um tipo de nota de crédito ou de débito, que o traz por si: use outro da tabela.`,
  })),
];
