import type { Chapter } from '../../../rejections/explanation.ts';

const withoutTrade = 'Corrija o código do comércio exterior: 0 (desconhecido) não é aceito de quem emite.';

/** What service it is, where it is provided, and its foreign trade (locPrest, cServ, comExt). */
export const code: Chapter = {
  E0302: {
    cause: 'O código do município da prestação não existe no IBGE.',
    fix: 'Informe o código de 7 algarismos do município em que o serviço foi prestado.',
    field: 'service.place.municipalityCode',
  },
  E0304: {
    cause: 'O país da prestação não existe, ou é o Brasil.',
    fix: 'Informe a sigla ISO do país com 2 letras, ou o município quando foi no Brasil.',
    field: 'service.place.country',
  },
  E0310: {
    cause: 'O código de tributação nacional do serviço não existe na lista nacional.',
    fix: 'Escolha na lista nacional o código de 6 algarismos do serviço.',
    field: 'items[].serviceCode',
  },
  E0312: {
    cause: 'O município de incidência do ISSQN não administra este código de serviço na competência informada.',
    fix: 'Escolha um código que a prefeitura desse município tenha ativo, ou confira o município da prestação.',
    field: 'items[].serviceCode',
  },
  E0314: {
    cause: 'O código municipal do serviço não existe, ou não vale na competência, no município de incidência do ISSQN.',
    fix: 'Peça à prefeitura desse município o código que completa o nacional, ou retire-o.',
    field: 'items[].municipalServiceCode',
  },
  E0315: {
    cause: 'O código municipal do serviço é 000, que não se informa.',
    fix: 'Retire o código municipal.',
    field: 'items[].municipalServiceCode',
  },
  E0316: {
    cause: 'O código NBS do serviço não existe na NBS 2.0.',
    fix: 'Corrija o código, de 9 algarismos.',
    field: 'items[].nbsCode',
  },
  E0318: {
    cause: 'A exportação de serviço pede o código NBS, que faltou.',
    fix: 'Informe o código NBS, de 9 algarismos.',
    field: 'items[].nbsCode',
  },
  E0322: {
    cause: 'A nota declara IBS e CBS sem o código NBS do serviço.',
    fix: 'Informe o código NBS, de 9 algarismos.',
    field: 'items[].nbsCode',
  },
  E0330: {
    cause: 'O serviço é exportado e faltam os dados de comércio exterior.',
    fix: 'Informe service.foreignTrade, ou corrija issTaxation se não houve exportação.',
    field: 'service.foreignTrade',
  },
  E0333: {
    cause: 'O modo de prestação do comércio exterior veio como desconhecido.',
    fix: withoutTrade,
    field: 'service.foreignTrade.mode',
  },
  E0341: {
    cause: 'O mecanismo de apoio ao comércio exterior do prestador veio como desconhecido.',
    fix: withoutTrade,
    field: 'service.foreignTrade.providerSupport',
  },
  E0343: {
    cause: 'O mecanismo de apoio ao comércio exterior do tomador veio como desconhecido.',
    fix: withoutTrade,
    field: 'service.foreignTrade.takerSupport',
  },
  E0345: {
    cause: 'O vínculo com a movimentação temporária de bens veio como desconhecido.',
    fix: withoutTrade,
    field: 'service.foreignTrade.temporaryGoods',
  },
  E0352: {
    cause: 'O serviço é vinculado a uma importação de bens e falta o número da declaração de importação.',
    fix: 'Informe o número da declaração, ou corrija temporaryGoods.',
    field: 'service.foreignTrade.importDeclaration',
  },
  E0354: {
    cause: 'Há declaração de importação ou registro de exportação, mas se disse que não há movimentação de bens.',
    fix: 'Retire os números, ou corrija temporaryGoods.',
    field: 'service.foreignTrade.temporaryGoods',
  },
  E0356: {
    cause: 'O serviço é vinculado a uma exportação de bens e falta o número do registro de exportação.',
    fix: 'Informe o número do registro, ou corrija temporaryGoods.',
    field: 'service.foreignTrade.exportRegistration',
  },
};
