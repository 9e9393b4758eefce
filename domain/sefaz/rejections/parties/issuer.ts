import type { Chapter } from '../../../rejections/explanation.ts';

/** The issuer: its registration at the authority, and what Lavra was told of the company. */
export const issuer: Chapter = {
  '203': {
    cause: 'A empresa não está credenciada na SEFAZ do estado para emitir NF-e neste ambiente.',
    fix: 'Peça o credenciamento no portal da SEFAZ do estado e emita de novo quando ele valer.',
  },
  '207': {
    cause: 'O CNPJ do emitente não tem dígitos verificadores válidos.',
    fix: 'Corrija o CNPJ da empresa: "lavra company set --tax-id".',
    field: 'company.taxId',
  },
  '209': {
    cause: 'A inscrição estadual do emitente não é válida para a UF dele.',
    fix: 'Corrija a inscrição: "lavra company set --state-registration".',
    field: 'company.stateRegistration',
  },
  '230': {
    cause: 'A SEFAZ do estado não tem cadastro com esta inscrição estadual do emitente.',
    fix: 'Confira a inscrição no cadastro da SEFAZ e corrija-a com "lavra company set --state-registration".',
    field: 'company.stateRegistration',
  },
  '231': {
    cause: 'A inscrição estadual informada é de outro CNPJ que não o do emitente.',
    fix: 'Use a inscrição do próprio estabelecimento: "lavra company set --state-registration".',
    field: 'company.stateRegistration',
  },
  '240': {
    cause: 'O emitente está em situação irregular perante a SEFAZ do estado.',
    fix: 'Regularize a empresa na SEFAZ, com a contabilidade, e emita de novo.',
  },
  '245': {
    cause: 'O CNPJ do emitente não está no cadastro de contribuintes da SEFAZ do estado.',
    fix: 'Confira CNPJ e UF da empresa com "lavra company show"; se estiverem certos, peça o cadastro à SEFAZ.',
    field: 'company.taxId',
  },
  '257': {
    cause: 'Quem fez o pedido não está habilitado como emitente na SEFAZ do estado.',
    fix: 'Peça o credenciamento no portal da SEFAZ do estado e repita o pedido quando ele valer.',
  },
  '272': {
    cause: 'O código do município do emitente não existe na tabela do IBGE.',
    fix: 'Corrija o código com "lavra company set --municipality-code".',
    field: 'company.address.municipalityCode',
  },
  '273': {
    cause: 'O município do emitente não pertence à UF dele.',
    fix: 'Acerte município e UF da empresa: "lavra company set --municipality-code" e "--state".',
    field: 'company.address.municipalityCode',
  },
  '301': {
    cause: 'A SEFAZ denegou a nota porque o emitente está em situação fiscal irregular; o número foi gasto.',
    fix: 'Regularize a empresa na SEFAZ e emita de novo: o Lavra usa outro número.',
  },
  '401': {
    cause: 'O CPF do emitente não tem dígitos verificadores válidos.',
    fix: 'O Lavra emite por CNPJ: cadastre a empresa pelo CNPJ dela.',
    field: 'company.taxId',
  },
  '480': {
    cause: 'O município do emitente não é o que está no cadastro da SEFAZ do estado.',
    fix: 'Corrija com "lavra company set --municipality-code", ou atualize o cadastro na SEFAZ se a empresa mudou.',
    field: 'company.address.municipalityCode',
  },
  '481': {
    cause: 'O regime tributário (CRT) informado não é o que está no cadastro da SEFAZ do estado.',
    fix: 'Acerte o regime com "lavra company set --tax-regime" (SIMPLES, SIMPLES_EXCESS, NORMAL ou MEI).',
    field: 'company.taxRegime',
  },
  '488': {
    cause: 'O volume de vendas do emitente não combina com o porte cadastrado na SEFAZ.',
    fix: 'Confira com a contabilidade o porte e o regime da empresa na SEFAZ.',
  },
  '554': {
    cause: 'O emitente foi informado como ISENTO de inscrição estadual, o que a nota não admite.',
    fix: 'Informe a inscrição estadual da empresa: "lavra company set --state-registration".',
    field: 'company.stateRegistration',
  },
  '781': {
    cause: 'A empresa não está habilitada na SEFAZ do estado para emitir NFC-e neste ambiente.',
    fix: 'Peça o credenciamento de NFC-e no portal da SEFAZ do estado e emita de novo quando ele valer.',
  },
  '812': {
    cause: 'A UF não aceita o regime "Simples com excesso de sublimite" (CRT 2) para seus emitentes.',
    fix: 'Confira o regime com a contabilidade e acerte-o com "lavra company set --tax-regime".',
    field: 'company.taxRegime',
  },
  '936': {
    cause: 'A razão social do emitente não é a do cadastro da SEFAZ.',
    fix: 'Escreva a razão social como está no cadastro: "lavra company set --name".',
    field: 'company.name',
  },
};
