import type { Chapter } from './explanation.ts';
import { tellMaintainers } from './own-fault.ts';

const noTransport = 'A NFC-e não tem transporte: não envie transport, ou emita NF-e para esta venda.';
const identify = 'Identifique o consumidor: envie em client o que falta, ou emita NF-e para esta venda.';

/** What an NFC-e may not have, or must. */
export const consumerNote: Chapter = {
  '702': {
    cause: 'A UF do emitente não aceita NFC-e.',
    fix: 'Emita NF-e (type NFE) para esta venda.',
    field: 'type',
  },
  '704': {
    cause: 'A hora de emissão da NFC-e é antiga demais para a SEFAZ.',
    fix: 'Emita de novo sem issueDateTime, para usar a hora atual; se foi assim, acerte o relógio do servidor.',
    field: 'issueDateTime',
  },
  '705': { cause: 'A NFC-e traz data de saída, que ela não tem.', fix: tellMaintainers },
  '706': {
    cause: 'A NFC-e só serve para saída.',
    fix: 'Não envie operationType IN, ou emita NF-e para a entrada.',
    field: 'operationType',
  },
  '707': {
    cause: 'A NFC-e só serve para venda dentro do estado.',
    fix: 'Para cliente de outra UF ou do exterior, emita NF-e (type NFE).',
    field: 'type',
  },
  '709': { cause: 'O formato de impressão declarado não serve para NFC-e.', fix: tellMaintainers },
  '712': { cause: 'A UF não aceita NFC-e em contingência off-line.', fix: tellMaintainers },
  '714': { cause: 'A NFC-e foi feita em um tipo de contingência que ela não tem.', fix: tellMaintainers },
  '715': {
    cause: 'A NFC-e só tem a finalidade normal.',
    fix: 'Não envie purpose, ou emita NF-e para complemento, ajuste ou devolução.',
    field: 'purpose',
  },
  '716': {
    cause: 'A NFC-e só serve para venda a consumidor final.',
    fix: 'Não envie finalConsumer false, ou emita NF-e para quem revende.',
    field: 'finalConsumer',
  },
  '717': {
    cause: 'A NFC-e só serve para venda presencial ou entrega em domicílio.',
    fix: 'Envie presence 1 (presencial) ou 4 (entrega em domicílio), ou emita NF-e.',
    field: 'presence',
  },
  '718': { cause: 'A NFC-e não tem inscrição estadual de substituto.', fix: tellMaintainers },
  '729': { cause: 'A NFC-e não tem inscrição estadual do destinatário.', fix: tellMaintainers },
  '730': { cause: 'A NFC-e não tem inscrição SUFRAMA do destinatário.', fix: tellMaintainers },
  '750': {
    cause: 'A NFC-e acima do valor que a UF fixa precisa do CPF ou CNPJ do consumidor.',
    fix: identify,
    field: 'client.document',
  },
  '751': {
    cause: 'A NFC-e acima do valor que a UF fixa precisa do nome do consumidor.',
    fix: identify,
    field: 'client.name',
  },
  '752': {
    cause: 'A NFC-e acima do valor que a UF fixa precisa do endereço do consumidor.',
    fix: identify,
    field: 'client.street',
  },
  '753': { cause: 'A NFC-e traz frete.', fix: noTransport, field: 'transport' },
  '754': { cause: 'A NFC-e traz transportadora.', fix: noTransport, field: 'transport' },
  '756': { cause: 'A NFC-e traz veículo de transporte.', fix: noTransport, field: 'transport' },
  '760': {
    cause: 'A NFC-e traz fatura ou parcelas, que ela não tem.',
    fix: 'Não envie duplicates: informe em payments como o cliente paga, ou emita NF-e.',
    field: 'duplicates',
  },
  '762': { cause: 'A NFC-e traz dados de compra (empenho, pedido, contrato).', fix: tellMaintainers },
  '780': {
    cause: 'O total da NFC-e passa do limite que a UF fixa.',
    fix: 'Emita NF-e (type NFE) para esta venda.',
    field: 'type',
  },
  '783': { cause: 'A NFC-e não é autorizada pela SEFAZ virtual de contingência.', fix: tellMaintainers },
  '785': {
    cause: 'A UF não aceita NFC-e com entrega em domicílio.',
    fix: 'Use presence 1 se a venda foi presencial, ou emita NF-e.',
    field: 'presence',
  },
  '786': {
    cause: 'A NFC-e de entrega em domicílio precisa da transportadora, que a NFC-e do Lavra não leva.',
    fix: 'Use presence 1 se a venda foi presencial, ou emita NF-e com transport.',
    field: 'presence',
  },
  '787': {
    cause: 'A NFC-e de entrega em domicílio precisa identificar o destinatário.',
    fix: 'Envie o CPF ou CNPJ do cliente.',
    field: 'client.document',
  },
  '788': {
    cause: 'A NFC-e de entrega em domicílio precisa do endereço do destinatário.',
    fix: 'Envie street, number, neighborhood, city, state e municipalityCode do cliente.',
    field: 'client.street',
  },
  '789': {
    cause: 'A NFC-e não serve para destinatário contribuinte do ICMS.',
    fix: 'Emita NF-e (type NFE) para esta venda.',
    field: 'type',
  },
};
