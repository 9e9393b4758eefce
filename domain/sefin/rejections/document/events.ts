import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const throughCity =
  'Peça o cancelamento à prefeitura do município emissor (análise fiscal), ou emita uma nota com replaces, se ela o aceita.';

/** Requests about an authorized NFS-e (pedRegEvento): its cancellation. */
export const events: Chapter = {
  E0802: {
    cause: 'Este evento já está registrado para a nota.',
    fix: 'Consulte o documento com "lavra documents show": o evento que vale está nele.',
  },
  E0812: {
    cause: 'Quem assinou o pedido não tem a raiz do CNPJ do autor do evento.',
    fix: 'Cadastre com "lavra certificate add" um certificado da empresa que emitiu a nota e repita o pedido.',
    field: 'certificate',
  },
  E0813: {
    cause: 'O CNPJ do autor não é o de quem pode pedir este evento: o cancelamento é do emitente.',
    fix: tellMaintainers,
  },
  E0815: { cause: 'O CPF de quem assinou o pedido não é o do autor do evento.', fix: tellMaintainers },
  E0822: { cause: 'Acabou o prazo que o município dá para cancelar a nota.', fix: throughCity },
  E0823: { cause: 'O valor da nota passa do que o município deixa cancelar sem análise fiscal.', fix: throughCity },
  E0824: {
    cause: 'A nota não identifica o tomador, e o município não deixa cancelar uma nota assim.',
    fix: throughCity,
  },
  E0827: { cause: 'Os tributos da nota que se quer cancelar já foram recolhidos.', fix: throughCity },
  E0831: {
    cause: 'A nota foi gerada em outro ambiente, como o emissor da prefeitura, e é lá que se cancela.',
    fix: 'Cancele a nota no sistema em que ela foi emitida.',
  },
  E0840: {
    cause: 'Um evento já registrado na nota, como um cancelamento ou uma substituição, impede este.',
    fix: 'Consulte o documento com "lavra documents show"; se a nota ainda vale e há bloqueio, fale com a prefeitura.',
  },
  E0845: {
    cause: 'Um evento já registrado na nota impede o cancelamento por substituição.',
    fix: 'Consulte o documento com "lavra documents show": a nota cancelada ou bloqueada não se substitui.',
  },
  E1825: { cause: 'A versão do leiaute do pedido de evento não é mais aceita.', fix: tellMaintainers },
  E1827: {
    cause: 'O identificador do pedido não é o que a chave da nota e o tipo do evento formam.',
    fix: tellMaintainers,
  },
  E1831: {
    cause: 'O Sistema Nacional não tem NFS-e com a chave do evento.',
    fix: 'Uma nota autorizada há pouco pode demorar a aparecer: repita o pedido em alguns minutos.',
  },
  E1845: { cause: 'O pedido de evento é de um ambiente e o serviço que o recebeu é do outro.', fix: tellMaintainers },
  E1980: { cause: 'A assinatura do pedido de evento não confere com o conteúdo dele.', fix: tellMaintainers },
  E1983: {
    cause: 'O certificado que assinou o pedido de evento é inválido, venceu ou foi revogado.',
    fix: 'Veja o certificado com "lavra certificate list", cadastre um válido e repita o pedido.',
    field: 'certificate',
  },
  E1989: { cause: 'O pedido de evento chegou sem assinatura.', fix: tellMaintainers },
  E1991: {
    cause: 'O certificado que assinou o pedido de evento não é da empresa que o fez.',
    fix: 'Cadastre com "lavra certificate add" o certificado dela e repita o pedido.',
    field: 'certificate',
  },
};
