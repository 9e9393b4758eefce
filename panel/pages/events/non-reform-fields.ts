import { proofEndings } from '../../../domain/documents/events/delivery-receipts.ts';
import { type FailureReason, failureReasons } from '../../../domain/documents/events/reform/content.ts';
import { stateCodes } from '../../../domain/states.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import { methods } from '../sale/payment-fields.ts';

/** The most payments in one form; more of them are another event: events add up. */
const paymentsAtOnce = 5;

export const failureWords: Record<FailureReason, string> = {
  RECEIVER_NOT_FOUND: 'Não havia quem recebesse',
  REFUSED: 'Quem recebe recusou',
  NO_SUCH_ADDRESS: 'O endereço não existe',
  OTHER: 'Outro motivo',
};

/** Who carries the goods. */
export const carrierGroup: FieldGroup = {
  title: 'O transportador',
  fields: [
    { name: 'carrier.taxId', label: 'CNPJ ou CPF do transportador', most: 20, isRequired: true, isShort: true },
    {
      name: 'carrier.mayAuthorizeOthers',
      label: 'Ele pode autorizar outros transportadores, que subcontrate, a baixar a nota',
      kind: 'yesNo',
    },
  ],
};

const own = (name: string): string => `failedDelivery.${name}`;

/** A failed delivery, and the picture that proves the attempt. */
export const failureGroups: FieldGroup[] = [
  {
    title: 'A tentativa de entrega',
    fields: [
      { name: own('attemptedOn'), label: 'Dia da tentativa', kind: 'date', isRequired: true, isShort: true },
      { name: own('attemptedTime'), label: 'Hora, em Brasília', kind: 'time', isRequired: true, isShort: true },
      {
        name: own('reason'),
        label: 'Motivo',
        kind: 'choice',
        choices: [
          ['', 'Escolha…'],
          ...(Object.keys(failureReasons) as FailureReason[]).map((reason): Choice => [reason, failureWords[reason]]),
        ],
        isRequired: true,
        isShort: true,
      },
      { name: own('attempt'), label: 'Qual tentativa foi', kind: 'whole', isShort: true, hint: 'Como 1, ou 2.' },
      {
        name: own('justification'),
        label: 'O motivo em palavras',
        kind: 'area',
        most: 250,
        hint: 'De 25 a 250 letras, só com outro motivo. O texto vai para a autoridade.',
      },
      {
        name: own('proof'),
        label: 'Foto ou PDF que prova a tentativa',
        kind: 'file',
        accept: Object.keys(proofEndings).join(','),
        hint: 'JPEG, PNG ou PDF, de até 3 MB. Fica guardado aqui; a SEFAZ recebe só o resumo dele.',
        isRequired: true,
      },
    ],
  },
  {
    title: 'Onde foi',
    help: 'Em graus, como o aparelho de quem entrega mostra. Diga os dois, ou nenhum.',
    isFolded: true,
    fields: [
      { name: own('latitude'), label: 'Latitude', kind: 'decimal', isShort: true, hint: 'Como -23,550520.' },
      { name: own('longitude'), label: 'Longitude', kind: 'decimal', isShort: true, hint: 'Como -46,633308.' },
    ],
  },
];

const states: Choice[] = [
  ['', 'Escolha…'],
  ...[...stateCodes.keys()].toSorted().map((state): Choice => [state, state]),
];

/** The payments that were made for a note. */
export const paymentGroups: FieldGroup[] = Array.from({ length: paymentsAtOnce }, (_, index) => paymentGroup(index));

function paymentGroup(index: number): FieldGroup {
  const at = (name: string): string => `payments[${index}].${name}`;
  const isFirst = index === 0;
  const wanted = isFirst ? { isRequired: true } : { isWantedWithOthers: true };
  const taxId = (name: string, label: string, hint?: string): Field => {
    return { name: at(name), label, most: 20, isShort: true, ...(hint ? { hint } : {}) };
  };
  const state = (name: string, label: string): Field => {
    return { name: at(name), label, kind: 'choice', choices: states, isShort: true };
  };
  return {
    title: `Pagamento ${index + 1}`,
    isFolded: !isFirst,
    fields: [
      {
        ...{ name: at('method'), label: 'Forma', kind: 'choice', isShort: true, ...wanted },
        choices: methods.filter(([method]) => method !== 'NO_PAYMENT'),
      },
      { name: at('value'), label: 'Valor (R$)', kind: 'decimal', isShort: true, ...wanted },
      { name: at('paidOn'), label: 'Pago em', kind: 'date', isShort: true, ...wanted },
      {
        name: at('term'),
        label: 'Prazo',
        kind: 'choice',
        choices: [
          ['', 'Não informado'],
          ['AT_SIGHT', 'À vista'],
          ['BY_TERM', 'A prazo'],
        ],
        isShort: true,
      },
      { name: at('description'), label: 'Descrição, se for outro', isShort: true, most: 60 },
      { name: at('brand'), label: 'Bandeira', isShort: true, most: 40, hint: 'Como VISA ou MASTERCARD.' },
      { name: at('authorization'), label: 'Código de autorização', isShort: true, most: 128 },
      taxId('acquirer', 'CNPJ do banco ou da credenciadora'),
      taxId('receiver.taxId', 'CNPJ de quem recebeu', 'Com o estado dele.'),
      state('receiver.state', 'Estado de quem recebeu'),
      taxId('processedBy.taxId', 'CNPJ de onde o pagamento se processou', 'Se for outro estabelecimento.'),
      state('processedBy.state', 'Estado de onde se processou'),
    ],
  };
}
