import type { Chapter } from '../../rejections/explanation.ts';
import { tellMaintainers } from '../../rejections/own-fault.ts';

const newerSchema =
  'O leiaute em vigor pode ser mais novo que o instalado: veja "lavra schemas list" e instale o pacote oficial com "lavra schemas add".';

/** The message to the authority as a whole: its form, its size, its address, and how often it comes. */
export const message: Chapter = {
  '126': { cause: 'O lote tinha mais de uma NFC-e, e elas vão uma a uma.', fix: tellMaintainers },
  '214': {
    cause: 'A mensagem é maior do que a SEFAZ aceita (500 KB).',
    fix: 'Divida a venda em mais de uma nota, com menos itens ou textos menores em cada uma.',
    field: 'items',
  },
  '215': { cause: 'O XML não está na forma que o esquema oficial em vigor define.', fix: newerSchema },
  '225': { cause: 'O XML da nota não está na forma que o esquema oficial em vigor define.', fix: newerSchema },
  '226': {
    cause: 'A UF do emitente na nota não é atendida pelo autorizador que a recebeu.',
    fix: 'Confira a UF da empresa com "lavra company show" e corrija-a com "lavra company set --state".',
    field: 'company.address.state',
  },
  '239': { cause: 'A versão do leiaute enviada não é aceita por este serviço da SEFAZ.', fix: newerSchema },
  '242': { cause: 'O envelope SOAP da mensagem não tem a forma que a SEFAZ espera.', fix: tellMaintainers },
  '243': { cause: 'O XML recebido pela SEFAZ está mal formado.', fix: tellMaintainers },
  '247': {
    cause: 'A sigla da UF no endereço do emitente não é a do autorizador que recebeu a nota.',
    fix: 'Confira a UF da empresa com "lavra company show" e corrija-a com "lavra company set --state".',
    field: 'company.address.state',
  },
  '248': { cause: 'O recibo consultado é de outra UF que não a do serviço.', fix: tellMaintainers },
  '250': { cause: 'A UF do pedido não é atendida pelo serviço que o recebeu.', fix: tellMaintainers },
  '252': {
    cause: 'A nota é de um ambiente (produção ou homologação) e o serviço que a recebeu é do outro.',
    fix: 'Confira o ambiente com "lavra company show". O documento guarda o de quando foi criado: para trocar, crie outro.',
  },
  '402': { cause: 'O XML recebido pela SEFAZ não está codificado em UTF-8.', fix: tellMaintainers },
  '404': { cause: 'O XML usa prefixo de namespace, o que o padrão não permite.', fix: tellMaintainers },
  '410': { cause: 'A UF consultada não é atendida por este serviço da SEFAZ.', fix: tellMaintainers },
  '416': { cause: 'A SEFAZ não conseguiu descompactar a mensagem.', fix: tellMaintainers },
  '450': { cause: 'O serviço que recebeu a nota só autoriza NF-e (modelo 55).', fix: tellMaintainers },
  '452': { cause: 'Uma nota sozinha no lote pede resposta síncrona, e foi pedida a assíncrona.', fix: tellMaintainers },
  '476': { cause: 'O lote tinha notas de UFs diferentes.', fix: tellMaintainers },
  '516': { cause: 'A mensagem não começa pelo elemento que o serviço espera.', fix: tellMaintainers },
  '517': { cause: 'A mensagem não diz a versão do seu leiaute.', fix: tellMaintainers },
  '560': { cause: 'O lote tinha notas de emitentes com raízes de CNPJ diferentes.', fix: tellMaintainers },
  '565': { cause: 'O lote de notas não começa pelo elemento que o serviço espera.', fix: tellMaintainers },
  '568': { cause: 'O lote de notas não diz a versão do seu leiaute.', fix: tellMaintainers },
  '587': { cause: 'O XML usa um namespace que não é o da NF-e.', fix: tellMaintainers },
  '588': { cause: 'Há espaços ou quebras de linha entre os elementos do XML.', fix: tellMaintainers },
  '656': {
    cause: 'A SEFAZ bloqueou o serviço para a empresa por excesso de pedidos repetidos.',
    fix: 'Não insista: o Lavra espera 61 minutos e segue sozinho. Veja se outro sistema usa o mesmo CNPJ ao mesmo tempo.',
  },
  '764': { cause: 'Foi pedida resposta síncrona para um lote com mais de uma nota.', fix: tellMaintainers },
  '765': { cause: 'O lote misturava NF-e e NFC-e.', fix: tellMaintainers },
  '775': { cause: 'O serviço que recebeu a nota só autoriza NFC-e (modelo 65).', fix: tellMaintainers },
  '776': { cause: 'A UF não oferece resposta síncrona neste serviço.', fix: tellMaintainers },
  '999': {
    cause: 'O serviço da SEFAZ falhou por dentro, sem julgar o que foi enviado.',
    fix: 'Aguarde: o Lavra consulta a chave antes de enviar de novo. Veja o andamento com "lavra documents show".',
  },
};
