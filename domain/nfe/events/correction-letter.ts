/**
 * What every correction letter says of its use, in the wording without accents: the layout has it word for word (leiauteCCe 1.00, xCondUso;
 * Ajuste SINIEF 01/07).
 */
export const conditionsOfUse =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ' +
  'ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja ' +
  'relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de ' +
  'preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do ' +
  'remetente ou do destinatario; III - a data de emissao ou de saida.';

/** How many letters a note takes; the last one stands for all. */
export const mostLetters = 20;
