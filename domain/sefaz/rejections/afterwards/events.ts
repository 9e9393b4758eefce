import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const clock = 'Acerte o relógio do servidor (NTP) e repita o pedido.';
const late =
  'Fora do prazo a SEFAZ não registra o evento: fale com a contabilidade sobre a nota que desfaz a operação.';

/** What is registered about an authorized note: cancellation, correction letter, receipt of delivery. */
export const events: Chapter = {
  '219': {
    cause: 'A mercadoria já circulou: a SEFAZ registrou a passagem da nota.',
    fix: 'Não há mais cancelamento: a operação é desfeita por uma nota de devolução ou de entrada.',
  },
  '221': {
    cause: 'O destinatário já confirmou o recebimento da nota.',
    fix: 'Não há mais cancelamento: a operação é desfeita por uma nota de devolução.',
  },
  '222': { cause: 'O protocolo de autorização informado não é o da nota.', fix: tellMaintainers },
  '217': {
    cause: 'A SEFAZ não tem nota com esta chave de acesso.',
    fix: 'Confira o ambiente e a chave; uma nota autorizada há pouco pode demorar a aparecer.',
  },
  '249': { cause: 'A UF da chave de acesso não é atendida pelo serviço que recebeu o evento.', fix: tellMaintainers },
  '304': {
    cause: 'A nota tem evento da SUFRAMA, que impede o cancelamento.',
    fix: 'Desfaça antes o evento na SUFRAMA, ou fale com a contabilidade sobre a nota que desfaz a operação.',
  },
  '408': {
    cause: 'Na NFC-e este evento não está disponível para pessoa física.',
    fix: 'O Lavra registra eventos por CNPJ: use a chave de API da empresa que emitiu a nota.',
  },
  '455': { cause: 'O órgão do evento não é o da UF da chave de acesso.', fix: tellMaintainers },
  '459': {
    cause: 'Não há comprovante de entrega com esta sequência para remover.',
    fix: 'Consulte o documento: os comprovantes registrados e removidos estão em events.',
  },
  '460': {
    cause: 'O protocolo do comprovante de entrega que se quer remover não é o registrado.',
    fix: tellMaintainers,
  },
  '489': { cause: 'O CNPJ de quem registra o evento não é válido.', fix: tellMaintainers },
  '490': { cause: 'O CPF de quem registra o evento não é válido.', fix: tellMaintainers },
  '491': { cause: 'O tipo de evento não é conhecido pelo serviço que o recebeu.', fix: tellMaintainers },
  '492': { cause: 'A versão do evento não é aceita.', fix: tellMaintainers },
  '493': { cause: 'O evento não está na forma que o esquema dele define.', fix: tellMaintainers },
  '494': {
    cause: 'A SEFAZ não tem nota com a chave do evento.',
    fix: 'Uma nota autorizada há pouco pode demorar a aparecer: repita o pedido em alguns minutos.',
  },
  '501': {
    cause: 'O prazo de cancelamento acabou: em regra 24 horas para a NF-e e 30 minutos para a NFC-e.',
    fix: late,
  },
  '572': {
    cause: 'O identificador do evento não corresponde ao tipo, à chave e à sequência dele.',
    fix: tellMaintainers,
  },
  '573': {
    cause: 'A SEFAZ já registrou este evento para a nota.',
    fix: 'Consulte o documento: o evento que vale está em events.',
  },
  '574': { cause: 'Quem assinou o evento não é o emitente da nota.', fix: tellMaintainers },
  '575': {
    cause: 'Quem assinou o evento não é o destinatário da nota.',
    fix: 'Só o destinatário registra este evento: use a chave de API da empresa que recebeu a nota.',
  },
  '577': { cause: 'A data do evento é anterior à emissão da nota.', fix: clock },
  '578': { cause: 'A data do evento é posterior ao momento em que a SEFAZ o recebeu.', fix: clock },
  '579': { cause: 'A data do evento é anterior à autorização da nota.', fix: clock },
  '580': {
    cause: 'O evento só cabe em nota autorizada, e a nota não está.',
    fix: 'Consulte o documento: se foi cancelado ou denegado, não há evento a registrar.',
  },
  '594': {
    cause: 'A sequência do evento passa do que a SEFAZ aceita: uma carta de correção, por exemplo, tem até 20 versões.',
    fix: 'Não há mais como corrigir por carta: fale com a contabilidade sobre a nota complementar ou de ajuste.',
  },
  '595': { cause: 'O evento precisa de uma justificativa.', fix: 'Envie a justificativa, com 15 caracteres ou mais.' },
  '596': { cause: 'O evento foi pedido fora do prazo.', fix: late },
  '641': { cause: 'A data do evento é anterior à da autorização que ele exige.', fix: clock },
  '650': {
    cause: 'Não há ciência de uma nota cancelada ou denegada.',
    fix: 'Consulte a nota recebida: cancelada ou denegada, ela não se manifesta.',
  },
  '651': {
    cause: 'Não há desconhecimento de uma nota cancelada ou denegada.',
    fix: 'Consulte a nota recebida: cancelada ou denegada, ela não se manifesta.',
  },
  '655': {
    cause: 'A ciência veio depois da manifestação conclusiva do destinatário.',
    fix: 'Não é preciso mais nada: a manifestação conclusiva já registrada é a que vale.',
  },
  '690': {
    cause: 'A nota está em um conhecimento de transporte (CT-e) ou manifesto (MDF-e), o que impede o cancelamento.',
    fix: 'Cancele antes o CT-e ou MDF-e que a leva, e repita o cancelamento dentro do prazo.',
  },
  '784': {
    cause: 'A NFC-e não aceita carta de correção.',
    fix: 'Dentro do prazo, cancele a NFC-e e emita outra certa.',
  },
  '821': {
    cause: 'A data da entrega é posterior à do evento.',
    fix: 'Envie em deliveredAt a hora em que a entrega aconteceu, no fuso certo.',
  },
  '822': { cause: 'A data do comprovante de entrega é posterior à do evento.', fix: clock },
  '823': {
    cause: 'A data da entrega é anterior à emissão da nota.',
    fix: 'Envie em deliveredAt a hora em que a entrega aconteceu, no fuso certo.',
  },
  '824': {
    cause: 'A data do comprovante de entrega é anterior à emissão da nota.',
    fix: 'Envie em deliveredAt a hora em que a entrega aconteceu, no fuso certo.',
  },
  '825': {
    cause: 'A nota já tem um comprovante de entrega registrado.',
    fix: 'Remova-o com DELETE /v1/fiscal-documents/{id}/delivery-receipt antes de registrar outro.',
  },
  '826': {
    cause: 'A nota tem um comprovante de entrega registrado, que impede o cancelamento.',
    fix: 'Remova-o com DELETE /v1/fiscal-documents/{id}/delivery-receipt e repita o cancelamento dentro do prazo.',
  },
  '496': { cause: 'A chave da nota do evento tem um tipo de emissão que não existe.', fix: tellMaintainers },
};

const lateConclusion: Chapter = {
  '596': {
    cause: 'O prazo desta manifestação acabou: são 90 dias a partir da autorização da nota.',
    fix: 'A SEFAZ não registra mais manifestação desta nota: combine com a contabilidade e com o fornecedor o que a desfaz, como uma nota de devolução.',
  },
};

/** Where the kind of the event decides what helps (deadlines of manifestations: NT 2020.001 v1.60 of April 2026). */
export const ofEvents: Readonly<Record<string, Chapter>> = {
  '210210': {
    '596': {
      cause: 'O prazo da ciência acabou: são 10 dias a partir da autorização da nota.',
      fix:
        'A ciência não é mais precisa: as outras manifestações têm 90 dias a partir da autorização da nota. ' +
        'Envie em type CONFIRMADA se a operação aconteceu, DESCONHECIDA ou NAO_REALIZADA se não.',
      field: 'type',
    },
  },
  '210200': lateConclusion,
  '210220': lateConclusion,
  '210240': lateConclusion,
  '110110': {
    '596': {
      cause: 'O prazo da carta de correção acabou: em regra são 30 dias a partir da autorização da nota.',
      fix: 'Não há mais como corrigir por carta: fale com a contabilidade sobre a nota complementar ou de ajuste.',
    },
  },
};
