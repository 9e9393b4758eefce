import type { Chapter } from '../../../rejections/explanation.ts';
import { brokenValue, tellMaintainers } from '../../../rejections/own-fault.ts';

const who =
  'O Lavra monta o grupo quando taxpayerType é NAO_CONTRIBUINTE, a venda é a consumidor final de outra UF e o regime é normal: confira os três.';

/** What is due to the state of a final consumer (DIFAL), and the poverty fund (FCP). */
export const destinationIcms: Chapter = {
  '694': {
    cause:
      'Venda a consumidor final não contribuinte de outra UF precisa do ICMS da UF de destino (DIFAL), e o item não o traz.',
    fix: who,
    field: 'client.taxpayerType',
  },
  '695': {
    cause: 'O item traz o ICMS da UF de destino (DIFAL) em uma operação que não o tem.',
    fix: who,
    field: 'client.taxpayerType',
  },
  '697': {
    cause: 'A alíquota interestadual do DIFAL não combina com a origem da mercadoria: 4% só para importada.',
    fix: 'Corrija a origem da mercadoria: 1, 2, 3 e 8 são importadas; as demais não.',
    field: 'items[].icmsOrigin',
  },
  '698': {
    cause: 'A alíquota interestadual do DIFAL não é a da rota entre as duas UFs.',
    fix: 'O Lavra a tira da rota: confira a UF do cliente e a da empresa.',
    field: 'client.state',
  },
  '699': { cause: 'A parte do DIFAL que cabe à UF de destino não é a de 100%.', fix: tellMaintainers },
  '793': brokenValue('do fundo de combate à pobreza da UF de destino'),
  '807': { cause: 'A NFC-e traz o ICMS da UF de destino, que ela não pode ter.', fix: tellMaintainers },
  '815': brokenValue('do ICMS da UF de destino'),
  '816': brokenValue('do ICMS da UF de origem no DIFAL'),
  '860': brokenValue('do fundo de combate à pobreza'),
  '874': {
    cause: 'O percentual do fundo de combate à pobreza não é válido para a UF.',
    fix: 'Confira o percentual com a contabilidade: o máximo é 2% na maior parte das UFs e produtos.',
    field: 'items[].fcpRate',
  },
  '876': {
    cause: 'Na venda a consumidor final de outra UF o fundo de combate à pobreza foi no campo da operação própria.',
    fix: tellMaintainers,
  },
  '880': {
    cause: 'O item traz o fundo de combate à pobreza com percentual zero.',
    fix: 'Onde o fundo não é devido, não envie fcpRate.',
    field: 'items[].fcpRate',
  },
};
