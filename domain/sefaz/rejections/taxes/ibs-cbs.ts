import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const situation = 'items[].ibsCbsSituation';
const classification = 'items[].ibsCbsClassification';
const regular = 'items[].ibsCbsRegularClassification';
const unsupported =
  'O Lavra ainda não envia este grupo: use outra classificação se for o caso, ou emita esta nota por outro emissor.';

/** IBS and CBS of a line: whether the group is due, its situation (CST) and classification (cClassTrib), and what they ask for. */
export const ibsCbs: Chapter = {
  '1020': {
    cause: 'O CST do IBS e da CBS do item não existe na tabela.',
    fix: 'Use um CST da tabela, por exemplo 000 (tributação integral) ou 200 (alíquota reduzida).',
    field: situation,
  },
  '1021': {
    cause: 'O CST do IBS e da CBS do item não admite bases e valores, e a nota os traz.',
    fix: 'Confira ibsCbsSituation e ibsCbsClassification com a tabela; se estão certos, relate o caso a quem mantém o Lavra.',
    field: situation,
  },
  '1022': {
    cause: 'O CST do IBS e da CBS do item exige bases e valores, e a nota não os traz.',
    fix: 'Confira ibsCbsSituation e ibsCbsClassification com a tabela; se estão certos, relate o caso a quem mantém o Lavra.',
    field: situation,
  },
  '1023': {
    cause: 'A classificação tributária (cClassTrib) do item não existe na tabela.',
    fix: 'Use um código de 6 dígitos da tabela de classificação tributária do IBS e da CBS.',
    field: classification,
  },
  '1024': {
    cause: 'A classificação tributária (cClassTrib) do item é de outro CST.',
    fix: 'Acerte os dois: os 3 primeiros dígitos da classificação são os do CST.',
    field: classification,
  },
  '1025': {
    cause: 'A classificação tributária (cClassTrib) do item não é permitida neste modelo de nota.',
    fix: 'Escolha na tabela uma classificação admitida para o modelo (NF-e ou NFC-e).',
    field: classification,
  },
  '1065': {
    cause: 'A classificação do item exige o grupo de tributação regular.',
    fix: 'Informe em ibsCbsRegularClassification a classificação que o item teria sem a suspensão, por exemplo 000001.',
    field: regular,
  },
  '1066': {
    cause: 'O CST da tributação regular do item não existe na tabela.',
    fix: 'Use em ibsCbsRegularSituation um CST da tabela, por exemplo 000, ou deixe que a classificação o diga.',
    field: 'items[].ibsCbsRegularSituation',
  },
  '1067': {
    cause: 'A classificação da tributação regular do item não existe na tabela, ou não vale na data da nota.',
    fix: 'Use em ibsCbsRegularClassification um código de 6 dígitos da tabela, por exemplo 000001.',
    field: regular,
  },
  '1106': {
    cause: 'A classificação do IBS e da CBS é de combustível, e o item não traz os dados de combustível.',
    fix: 'Informe items[].fuel com o código da ANP, ou escolha outra classificação.',
    field: classification,
  },
  '1114': {
    cause: 'A classificação do item não admite o grupo de tributação regular, e a nota o traz.',
    fix: tellMaintainers,
  },
  '1115': {
    cause: 'A empresa do regime normal precisa informar IBS e CBS em cada item, e este não os traz.',
    fix: 'Informe ibsCbsSituation, por exemplo 000, no item ou como padrão: "lavra company set --tax-defaults ibsCbsSituation=000".',
    field: situation,
  },
  '1116': {
    cause: 'O CST do item é de tributação monofásica e o grupo dela não foi informado.',
    fix: unsupported,
    field: situation,
  },
  '1131': {
    cause: 'O item traz transferência de crédito com um CST que não a admite.',
    fix: 'Confira o CST do IBS e da CBS do item: transferência de crédito é do CST 800.',
    field: situation,
  },
  '1132': {
    cause: 'O CST do item é de transferência de crédito e os valores dela não foram informados.',
    fix: 'Confira o CST do item: o 800 só cabe em nota de débito ou crédito de transferência.',
    field: situation,
  },
  '1134': {
    cause: 'O item traz crédito presumido da Zona Franca com um CST que não o admite.',
    fix: 'Não envie zfmPresumedCredit, ou use o CST 810 na nota de crédito que o apropria.',
    field: 'items[].zfmPresumedCredit',
  },
  '1135': {
    cause: 'O CST do item exige o crédito presumido da Zona Franca, e a nota não o traz.',
    fix: 'Envie zfmPresumedCredit com período, tipo e valor.',
    field: 'items[].zfmPresumedCredit',
  },
  '1151': {
    cause: 'O item traz tributação monofásica com um CST que não a admite.',
    fix: 'Confira o CST do IBS e da CBS do item: tributação monofásica é do CST 620.',
    field: situation,
  },
  '1169': {
    cause: 'O item traz ajuste de competência com um CST que não o admite.',
    fix: 'Não envie adjustment, ou use o CST 811 na nota de ajuste.',
    field: 'items[].adjustment',
  },
  '1170': {
    cause: 'O CST do item exige o ajuste de competência, e a nota não o traz.',
    fix: 'Envie adjustment com período, IBS e CBS.',
    field: 'items[].adjustment',
  },
  '1172': {
    cause: 'O item traz estorno de crédito com uma classificação que não o admite.',
    fix: 'Não envie creditReversal, ou escolha uma classificação que o exige.',
    field: 'items[].creditReversal',
  },
  '1173': {
    cause: 'A classificação do item exige o estorno de crédito, e a nota não o traz.',
    fix: 'Envie creditReversal com os valores de IBS e CBS.',
    field: 'items[].creditReversal',
  },
};
