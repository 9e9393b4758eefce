import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const field = 'items[].ibsCbsClassification';

/** Notes of credit (finNFe 5) and debit (finNFe 6), which adjust IBS and CBS alone. */
export const adjustments: Chapter = {
  '1001': {
    cause: 'A nota de débito ou crédito só trata de IBS e CBS, e um item traz ICMS ou ISSQN.',
    fix: tellMaintainers,
  },
  '1002': { cause: 'O item da nota não traz ICMS nem ISSQN.', fix: tellMaintainers },
  '1009': {
    cause: 'A nota de débito não diz o seu tipo.',
    fix: 'Envie rtcDebitType, de 01 a 08.',
    field: 'rtcDebitType',
  },
  '1057': {
    cause: 'A finalidade da nota não é a que a classificação tributária (cClassTrib) do item pede.',
    fix: 'Acerte rtcCreditType ou rtcDebitType com a classificação, ou troque a classificação do item.',
    field,
  },
  '1129': {
    cause: 'Na transferência de crédito o IBS ou a CBS do item precisa ser maior que zero.',
    fix: 'Envie o item com os valores que são transferidos, ou retire-o da nota.',
    field: 'items',
  },
  '1133': {
    cause: 'A finalidade da nota não combina com o CST do IBS e da CBS do item.',
    fix: 'Acerte o CST do item com rtcCreditType ou rtcDebitType.',
    field: 'items[].ibsCbsSituation',
  },
  '1136': {
    cause: 'Dois itens têm o mesmo tipo de crédito presumido da Zona Franca.',
    fix: 'Junte em um item só o que é do mesmo tipo em zfmPresumedCredit.',
    field: 'items[].zfmPresumedCredit',
  },
  '1139': {
    cause: 'A nota traz tipo de débito sem ser nota de débito.',
    fix: 'Não envie rtcDebitType em uma nota que não é de débito.',
    field: 'rtcDebitType',
  },
  '1145': {
    cause: 'O crédito presumido da Zona Franca (tipo de crédito 02) só pode ser usado a partir de janeiro de 2029.',
    fix: 'Use outro tipo de crédito, ou aguarde a data.',
    field: 'rtcCreditType',
  },
  '1152': {
    cause: 'A nota de crédito por retorno precisa ser de entrada.',
    fix: 'Envie operationType IN.',
    field: 'operationType',
  },
  '1158': {
    cause: 'O crédito presumido da Zona Franca só cabe na nota de crédito do tipo 02.',
    fix: 'Não envie zfmPresumedCredit, ou acerte rtcCreditType.',
    field: 'items[].zfmPresumedCredit',
  },
  '1159': {
    cause: 'A nota de crédito do tipo 02 precisa do crédito presumido da Zona Franca em cada item.',
    fix: 'Envie zfmPresumedCredit em cada item, ou acerte rtcCreditType.',
    field: 'items[].zfmPresumedCredit',
  },
  '1160': {
    cause: 'O período do crédito presumido da Zona Franca é posterior ao mês da nota.',
    fix: 'Envie em zfmPresumedCredit o período de apuração, no mês da nota ou antes.',
    field: 'items[].zfmPresumedCredit',
  },
  '1161': {
    cause: 'O sentido da operação (entrada ou saída) não é o do tipo de nota de crédito.',
    fix: 'Acerte operationType com rtcCreditType.',
    field: 'operationType',
  },
  '1162': {
    cause: 'O sentido da operação (entrada ou saída) não é o do tipo de nota de débito.',
    fix: 'Acerte operationType com rtcDebitType.',
    field: 'operationType',
  },
  '1163': {
    cause: 'A nota traz tipo de crédito sem ser nota de crédito.',
    fix: 'Não envie rtcCreditType em uma nota que não é de crédito.',
    field: 'rtcCreditType',
  },
  '1164': {
    cause: 'A nota de crédito não diz o seu tipo.',
    fix: 'Envie rtcCreditType, de 01 a 06.',
    field: 'rtcCreditType',
  },
  '1166': {
    cause: 'A classificação da Zona Franca só cabe a emitente da região dela.',
    fix: 'Não envie zfmPresumedCredit se a empresa não fica na região, ou corrija o endereço dela com "lavra company set".',
    field: 'items[].zfmPresumedCredit',
  },
  '1168': {
    cause: 'O tipo de nota de débito não combina com o CST do IBS e da CBS do item.',
    fix: 'Acerte rtcDebitType ou ibsCbsSituation do item.',
    field: 'items[].ibsCbsSituation',
  },
  '1171': {
    cause: 'No ajuste de competência o IBS ou a CBS precisa ser maior que zero.',
    fix: 'Envie em adjustment o valor de IBS ou de CBS que é ajustado.',
    field: 'items[].adjustment',
  },
  '1174': {
    cause: 'No estorno de crédito o IBS ou a CBS precisa ser maior que zero.',
    fix: 'Envie em creditReversal o valor de IBS ou de CBS que é estornado.',
    field: 'items[].creditReversal',
  },
  '1200': {
    cause: 'A classificação tributária (cClassTrib) do item não é a do tipo de nota de débito.',
    fix: 'Não envie ibsCbsClassification, se o tipo tem uma própria, ou acerte rtcDebitType.',
    field,
  },
  '1201': {
    cause: 'A classificação tributária (cClassTrib) do item não é a do tipo de nota de crédito.',
    fix: 'Não envie ibsCbsClassification, se o tipo tem uma própria, ou acerte rtcCreditType.',
    field,
  },
  '1202': {
    cause: 'A classificação tributária (cClassTrib) do item não combina com a finalidade da nota.',
    fix: 'Essa classificação é de nota de débito ou crédito: troque-a, ou envie rtcDebitType ou rtcCreditType.',
    field,
  },
};
