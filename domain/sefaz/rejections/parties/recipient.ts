import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

/** The recipient: who it is, where it is, and what the registries of taxpayers say of it. */
export const recipient: Chapter = {
  '208': {
    cause: 'O CNPJ do destinatário não tem dígitos verificadores válidos.',
    fix: 'Confira o CNPJ com o cliente e envie o correto.',
    field: 'client.document',
  },
  '210': {
    cause: 'A inscrição estadual do destinatário não é válida para a UF dele.',
    fix: 'Confira a inscrição com o cliente; se ele não é contribuinte do ICMS, não a envie.',
    field: 'client.stateRegistration',
  },
  '220': {
    cause: 'O destinatário tem a mesma identificação do emitente onde a operação não admite isso.',
    fix: 'Envie o cliente que recebe a mercadoria, e não a própria empresa.',
    field: 'client.document',
  },
  '232': {
    cause: 'O destinatário tem inscrição estadual ativa na UF dele, e a nota não a informou.',
    fix: 'Peça a inscrição ao cliente e envie-a.',
    field: 'client.stateRegistration',
  },
  '233': {
    cause: 'A inscrição estadual do destinatário não está no cadastro da SEFAZ da UF dele.',
    fix: 'Confira a inscrição e a UF com o cliente; se ele não é contribuinte, envie taxpayerType NAO_CONTRIBUINTE sem inscrição.',
    field: 'client.stateRegistration',
  },
  '234': {
    cause: 'A inscrição estadual informada é de outro CNPJ que não o do destinatário.',
    fix: 'Envie a inscrição do estabelecimento que recebe: matriz e filiais têm inscrições diferentes.',
    field: 'client.stateRegistration',
  },
  '237': {
    cause: 'O CPF do destinatário não tem dígitos verificadores válidos.',
    fix: 'Confira o CPF com o cliente e envie o correto.',
    field: 'client.document',
  },
  '246': {
    cause: 'O CNPJ do destinatário não está no cadastro consultado pela SEFAZ.',
    fix: 'Confira o CNPJ com o cliente e envie o correto.',
    field: 'client.document',
  },
  '274': {
    cause: 'O código do município do destinatário não existe na tabela do IBGE.',
    fix: 'Envie o código de 7 dígitos do IBGE do município do cliente.',
    field: 'client.municipalityCode',
  },
  '275': {
    cause: 'O município do destinatário não pertence à UF informada para ele.',
    fix: 'Acerte municipalityCode e state: os dois primeiros dígitos do código são os da UF.',
    field: 'client.municipalityCode',
  },
  '302': {
    cause: 'A SEFAZ denegou a nota porque o destinatário está em situação fiscal irregular; o número foi gasto.',
    fix: 'O destinatário precisa regularizar-se na SEFAZ dele; depois emita de novo, e o Lavra usa outro número.',
  },
  '303': {
    cause: 'A SEFAZ denegou a nota porque o destinatário não está habilitado a operar na UF; o número foi gasto.',
    fix: 'O destinatário precisa habilitar-se na SEFAZ dele; depois emita de novo, e o Lavra usa outro número.',
  },
  '305': {
    cause: 'O destinatário está bloqueado no cadastro da SEFAZ da UF dele.',
    fix: 'O destinatário precisa resolver o bloqueio na SEFAZ dele; depois emita de novo.',
  },
  '306': {
    cause: 'A inscrição estadual do destinatário não está ativa na UF dele.',
    fix: 'Confira com o cliente qual inscrição está ativa; se não há nenhuma, trate-o como não contribuinte.',
    field: 'client.stateRegistration',
  },
  '482': {
    cause: 'O município do destinatário não é o que está no cadastro da SEFAZ da UF dele.',
    fix: 'Confira o endereço com o cliente e envie o código do município cadastrado.',
    field: 'client.municipalityCode',
  },
  '598': {
    cause: 'Em homologação a NF-e leva uma frase fixa no lugar do nome do destinatário, e ela faltou.',
    fix: tellMaintainers,
  },
  '623': {
    cause: 'O CPF do destinatário não está no cadastro de contribuintes da UF dele.',
    fix: 'Se ele não é contribuinte do ICMS, envie taxpayerType NAO_CONTRIBUINTE sem inscrição; se é, confira o CPF.',
    field: 'client.taxpayerType',
  },
  '624': {
    cause: 'A inscrição estadual informada não é do CPF do destinatário.',
    fix: 'Confira com o cliente a inscrição ligada ao CPF dele, ou não a envie se ele não é contribuinte.',
    field: 'client.stateRegistration',
  },
  '696': {
    cause: 'Quem não é contribuinte do ICMS só pode comprar como consumidor final, e a nota diz que não é.',
    fix: 'Não envie finalConsumer false; ou, se o cliente é contribuinte, envie a inscrição estadual dele.',
    field: 'finalConsumer',
  },
  '719': {
    cause: 'A NF-e precisa identificar o destinatário.',
    fix: 'Envie client, ou clientId de um cliente cadastrado, com nome e documento.',
    field: 'client',
  },
  '724': { cause: 'A NF-e precisa do nome do destinatário.', fix: 'Envie o nome do cliente.', field: 'client.name' },
  '726': {
    cause: 'A NF-e precisa do endereço do destinatário.',
    fix: 'Envie street, number, neighborhood, city, state e municipalityCode do cliente.',
    field: 'client.street',
  },
  '728': {
    cause: 'O destinatário foi dado como contribuinte do ICMS sem inscrição estadual.',
    fix: 'Envie a inscrição dele; se não é contribuinte, envie taxpayerType NAO_CONTRIBUINTE.',
    field: 'client.stateRegistration',
  },
  '772': {
    cause: 'A operação foi declarada interestadual e o destinatário é da mesma UF do emitente.',
    fix: 'O Lavra deduz a operação das duas UFs: confira a do cliente e a da empresa.',
    field: 'client.state',
  },
  '773': {
    cause: 'A operação foi declarada interna e o destinatário é de outra UF.',
    fix: 'O Lavra deduz a operação das duas UFs: confira a do cliente e a da empresa.',
    field: 'client.state',
  },
  '791': {
    cause: 'O destinatário foi dado como isento de inscrição estadual e a nota traz uma inscrição.',
    fix: 'Com inscrição, envie taxpayerType CONTRIBUINTE; sem ela, não envie stateRegistration.',
    field: 'client.taxpayerType',
  },
  '805': {
    cause: 'A UF do destinatário não tem contribuinte isento de inscrição estadual.',
    fix: 'Envie NAO_CONTRIBUINTE, ou CONTRIBUINTE com a inscrição estadual dele.',
    field: 'client.taxpayerType',
  },
};
