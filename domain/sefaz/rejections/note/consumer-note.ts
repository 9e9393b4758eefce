import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const noTransport = 'A NFC-e não tem transporte: não envie transport, ou emita NF-e para esta venda.';
const identify = 'Identifique o consumidor: envie em client o que falta, ou emita NF-e para esta venda.';

/** What an NFC-e may not have, or must. */
export const consumerNote: Chapter = {
  '381': {
    cause: 'A NFC-e traz ICMS por substituição em um item de CST 90.',
    fix: 'Use na NFC-e um CST sem substituição, ou emita NF-e para este item.',
    field: 'items[].icmsSituation',
  },
  '385': {
    cause: 'A NFC-e traz ICMS por substituição em um item de CSOSN 900.',
    fix: 'Use na NFC-e um CSOSN sem substituição, ou emita NF-e para este item.',
    field: 'items[].icmsSituation',
  },
  '390': { cause: 'A NFC-e traz tributo devolvido, que ela não tem.', fix: tellMaintainers },
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
  '736': { cause: 'A NFC-e traz o grupo de veículo novo, que ela não tem.', fix: tellMaintainers },
  '738': { cause: 'A NFC-e traz o grupo de armamento, que ela não tem.', fix: tellMaintainers },
  '741': { cause: 'A NFC-e traz partilha de ICMS entre estados, que ela não tem.', fix: tellMaintainers },
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
  '755': { cause: 'A NFC-e traz ICMS retido do transporte.', fix: noTransport, field: 'transport' },
  '756': { cause: 'A NFC-e traz veículo de transporte.', fix: noTransport, field: 'transport' },
  '757': { cause: 'A NFC-e traz reboque.', fix: noTransport, field: 'transport' },
  '758': { cause: 'A NFC-e traz vagão.', fix: noTransport, field: 'transport' },
  '759': { cause: 'A NFC-e traz balsa.', fix: noTransport, field: 'transport' },
  '760': {
    cause: 'A NFC-e traz fatura ou parcelas, que ela não tem.',
    fix: 'Não envie duplicates: informe em payments como o cliente paga, ou emita NF-e.',
    field: 'duplicates',
  },
  '762': { cause: 'A NFC-e traz dados de compra (empenho, pedido, contrato).', fix: tellMaintainers },
  '763': { cause: 'A NFC-e traz dados de aquisição de cana, que ela não tem.', fix: tellMaintainers },
  '774': { cause: 'Todo item da NFC-e compõe o total, e um deles diz que não.', fix: tellMaintainers },
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
  '814': {
    cause: 'A NFC-e diz por onde a mercadoria sai do país, e ela não é de exportação.',
    fix: 'Não envie export, ou emita NF-e (type NFE) para esta venda.',
    field: 'export',
  },
  '1005': {
    cause: 'A venda fora do estabelecimento não diz em que município aconteceu.',
    fix: 'O Lavra ainda não envia esse município: emita NF-e, ou envie presence 1 se a venda foi no balcão.',
    field: 'presence',
  },
  '1006': {
    cause: 'A NFC-e traz compra governamental, que ela não tem.',
    fix: 'Emita NF-e (type NFE) para a venda a órgão público.',
    field: 'type',
  },
  '1146': {
    cause: 'A NFC-e referencia uma nota de pagamento antecipado, o que ela não pode.',
    fix: 'Emita NF-e (type NFE) para esta entrega.',
    field: 'type',
  },
  '1153': { cause: 'A NFC-e traz previsão de entrega, que ela não tem.', fix: tellMaintainers },
  '1165': { cause: 'A NFC-e traz classificação da Zona Franca, que ela não tem.', fix: tellMaintainers },
};
