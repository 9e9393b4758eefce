import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const emitNow = 'Emita de novo sem issueDateTime, para usar a hora atual.';

/** What the note says of itself: dates, place, kind of emission, presence of the buyer. */
export const identification: Chapter = {
  '166': {
    cause: 'A nota foi sem inscrição estadual do emitente, e notas assim só são autorizadas na SEFAZ Virtual do RS.',
    fix: 'Se a empresa é contribuinte do ICMS, informe a inscrição: "lavra company set --state-registration".',
    field: 'company.stateRegistration',
  },
  '212': {
    cause: 'A data de emissão é posterior ao momento em que a SEFAZ recebeu a nota.',
    fix: `${emitNow} Se foi assim, acerte o relógio do servidor.`,
    field: 'issueDateTime',
  },
  '228': {
    cause: 'A data de emissão é antiga demais para a SEFAZ.',
    fix: emitNow,
    field: 'issueDateTime',
  },
  '270': {
    cause: 'O município do fato gerador, que é o do emitente, não existe na tabela do IBGE.',
    fix: 'Corrija o código com "lavra company set --municipality-code".',
    field: 'company.address.municipalityCode',
  },
  '271': {
    cause: 'O município do fato gerador, que é o do emitente, não pertence à UF dele.',
    fix: 'Acerte município e UF da empresa: "lavra company set --municipality-code" e "--state".',
    field: 'company.address.municipalityCode',
  },
  '315': {
    cause: 'A data de emissão é anterior ao começo da nota eletrônica na UF.',
    fix: emitNow,
    field: 'issueDateTime',
  },
  '434': {
    cause: 'A venda não presencial precisa dizer se houve intermediador (marketplace), e a nota não disse.',
    fix: tellMaintainers,
  },
  '435': {
    cause: 'A nota diz que houve intermediador (marketplace) em uma operação que não o admite.',
    fix: 'Não envie marketplace, ou troque presence por 1, 2, 3, 4 ou 9.',
    field: 'marketplace',
  },
  '479': {
    cause: 'A data de emissão é anterior à abertura ou ao credenciamento do estabelecimento.',
    fix: 'Emita com a data atual e confira com a contabilidade o credenciamento da empresa na SEFAZ.',
    field: 'issueDateTime',
  },
  '504': { cause: 'A data de saída está longe demais no futuro.', fix: tellMaintainers },
  '505': { cause: 'A data de entrada ou saída é antiga demais.', fix: tellMaintainers },
  '506': { cause: 'A data de saída é anterior à de emissão.', fix: tellMaintainers },
  '556': { cause: 'A nota de emissão normal traz dados de contingência.', fix: tellMaintainers },
  '557': { cause: 'A nota em contingência não diz desde quando nem por quê.', fix: tellMaintainers },
  '558': { cause: 'A entrada em contingência tem data no futuro.', fix: tellMaintainers },
  '569': { cause: 'A entrada em contingência tem data antiga demais.', fix: tellMaintainers },
  '570': {
    cause: 'A nota foi feita para a SEFAZ virtual de contingência e enviada à SEFAZ normal.',
    fix: tellMaintainers,
  },
  '703': {
    cause: 'A data e hora de emissão são posteriores ao momento em que a SEFAZ recebeu a nota (tolera 5 minutos).',
    fix: `${emitNow} Se foi assim, acerte o relógio do servidor.`,
    field: 'issueDateTime',
  },
  '710': { cause: 'O formato de impressão declarado não serve para NF-e.', fix: tellMaintainers },
  '711': { cause: 'A NF-e foi feita em contingência off-line fora do caso em que ela pode.', fix: tellMaintainers },
  '713': {
    cause: 'O tipo de emissão não é o da SEFAZ virtual de contingência que recebeu a nota.',
    fix: tellMaintainers,
  },
  '794': {
    cause: 'A presença "entrega em domicílio" (4) só existe na NFC-e.',
    fix: 'Na NF-e use outra presença: por exemplo 2 (internet), 3 (telefone) ou 9 (outros).',
    field: 'presence',
  },
  '864': {
    cause: 'A venda presencial fora do estabelecimento precisa referenciar a nota da remessa para venda.',
    fix: 'Informe a chave dessa remessa em referencedDocuments, ou use outra presença se a venda não foi assim.',
    field: 'referencedDocuments',
  },
};
