import type { Chapter } from '../../../rejections/explanation.ts';

const cityFix = 'Envie o código do IBGE do município, que começa pelos dois dígitos da UF dele.';
const brazilFix =
  'Envie um lugar no Brasil: a mercadoria que vai para o exterior não tem local de retirada nem de entrega lá.';

/** Where goods are picked up and delivered. */
export const places: Chapter = {
  '276': {
    cause: 'O código do município do local de retirada não existe na tabela do IBGE.',
    fix: cityFix,
    field: 'pickup.municipalityCode',
  },
  '277': {
    cause: 'O município do local de retirada não é da UF informada.',
    fix: cityFix,
    field: 'pickup.municipalityCode',
  },
  '278': {
    cause: 'O código do município do local de entrega não existe na tabela do IBGE.',
    fix: cityFix,
    field: 'delivery.municipalityCode',
  },
  '279': {
    cause: 'O município do local de entrega não é da UF informada.',
    fix: cityFix,
    field: 'delivery.municipalityCode',
  },
  '512': {
    cause: 'O CNPJ do local de retirada é inválido.',
    fix: 'Confira os dígitos de pickup.document.',
    field: 'pickup.document',
  },
  '513': { cause: 'O local de retirada é no exterior e tem município do Brasil.', fix: brazilFix, field: 'pickup' },
  '514': {
    cause: 'O CNPJ do local de entrega é inválido.',
    fix: 'Confira os dígitos de delivery.document.',
    field: 'delivery.document',
  },
  '515': { cause: 'O local de entrega é no exterior e tem município do Brasil.', fix: brazilFix, field: 'delivery' },
  '540': {
    cause: 'O CPF do local de retirada é inválido.',
    fix: 'Confira os dígitos de pickup.document.',
    field: 'pickup.document',
  },
  '541': {
    cause: 'O CPF do local de entrega é inválido.',
    fix: 'Confira os dígitos de delivery.document.',
    field: 'delivery.document',
  },
  '971': {
    cause: 'A inscrição estadual do local de retirada ou de entrega não é válida na UF dele.',
    fix: 'Confira stateRegistration em pickup e delivery, ou retire a inscrição.',
    field: 'delivery.stateRegistration',
  },
};
