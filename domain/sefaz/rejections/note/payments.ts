import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

/** How the note is paid (group YA). */
export const payments: Chapter = {
  '391': {
    cause: 'O pagamento com cartão foi sem os dados do cartão.',
    fix: 'Envie card com integration, e com brand, acquirer e authorization quando houver.',
    field: 'payments[].card',
  },
  '392': {
    cause: 'O pagamento com cartão integrado foi sem os dados da operação.',
    fix: 'Com integration INTEGRATED envie também brand, acquirer e authorization; com maquininha avulsa use STANDALONE.',
    field: 'payments[].card',
  },
  '436': {
    cause: 'O meio de pagamento não está na tabela em vigor da SEFAZ.',
    fix: 'Use um meio da tabela em vigor, como CASH, CREDIT_CARD, PIX ou BANK_SLIP.',
    field: 'payments[].method',
  },
  '437': {
    cause: 'O CNPJ da credenciadora do cartão não é válido.',
    fix: 'Corrija o CNPJ da credenciadora, ou não o envie.',
    field: 'payments[].card.acquirer',
  },
  '441': {
    cause: 'O meio de pagamento 99 (outros) precisa de uma descrição.',
    fix: 'Com OTHERS envie description, de 2 a 60 caracteres.',
    field: 'payments[].description',
  },
  '442': {
    cause: 'A nota descreve um meio de pagamento que não é 99 (outros).',
    fix: 'Envie description só com OTHERS.',
    field: 'payments[].description',
  },
  '443': {
    cause: 'A bandeira do cartão não está na tabela da SEFAZ.',
    fix: 'Envie uma bandeira da tabela, como VISA ou MASTERCARD, ou não envie brand.',
    field: 'payments[].card.brand',
  },
  '657': { cause: 'A data do pagamento é posterior à data em que a SEFAZ recebeu a nota.', fix: tellMaintainers },
  '737': {
    cause: 'A UF exige que o pagamento com cartão seja integrado ao sistema de venda.',
    fix: 'Integre a maquininha e envie integration INTEGRATED com os dados da operação.',
    field: 'payments[].card.integration',
  },
  '796': { cause: 'O CNPJ de quem recebe o pagamento não é válido.', fix: tellMaintainers },
  '857': {
    cause: 'A nota traz duplicata mercantil como meio de pagamento, que não existe mais.',
    fix: tellMaintainers,
  },
  '865': {
    cause: 'A soma dos pagamentos é menor que o total da nota.',
    fix: 'Envie pagamentos que somem o total; com venda a prazo, envie duplicates.',
    field: 'payments[].value',
  },
  '866': {
    cause: 'A soma dos pagamentos é maior que o total da nota e não há troco informado.',
    fix: 'Envie pagamentos que somem o total; troco só há na NFC-e, em dinheiro.',
    field: 'payments[].value',
  },
  '869': {
    cause: 'O troco não é a diferença entre os pagamentos e o total da nota.',
    fix: tellMaintainers,
  },
  '871': {
    cause: 'A nota de ajuste ou de devolução não tem pagamento, e esta traz um.',
    fix: 'Não envie payments, ou envie só NO_PAYMENT.',
    field: 'payments[].method',
  },
  '899': {
    cause: 'O meio de pagamento não é permitido nesta nota: a NFC-e, por exemplo, não pode sair sem pagamento.',
    fix: 'Envie o meio com que o cliente pagou.',
    field: 'payments[].method',
  },
  '904': {
    cause: 'A nota sem pagamento (NO_PAYMENT) traz um valor pago.',
    fix: 'Com NO_PAYMENT envie valor 0, ou escolha o meio com que o cliente pagou.',
    field: 'payments[].value',
  },
  '961': {
    cause:
      'O CNPJ do estabelecimento do pagamento não é válido; ou, em combustível, a alíquota por unidade não é a da lei.',
    fix: 'Em combustível, confira a alíquota por unidade do produto; senão, relate o caso a quem mantém o Lavra.',
  },
  '963': {
    cause: 'O meio de pagamento não admite dados de cartão; ou, em combustível, a alíquota da retenção não é a da lei.',
    fix: 'Envie card só com cartão, vale, boleto, PIX dinâmico ou transferência; em combustível, confira a alíquota.',
    field: 'payments[].card',
  },
  '965': {
    cause: 'O troco passa de R$ 300.000,00; ou, em combustível, a alíquota retida antes não é a da lei.',
    fix: 'Confira o valor pago em dinheiro; em combustível, confira a alíquota retida antes.',
    field: 'payments[].value',
  },
};
