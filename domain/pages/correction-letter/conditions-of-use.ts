/** The conditions of use as people read them: the layout's wording with accents (leiauteCCe 1.00, xCondUso). */
export const conditionsOfUse =
  'A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N, de 15 de dezembro de 1970 e pode ser ' +
  'utilizada para regularização de erro ocorrido na emissão de documento fiscal, desde que o erro não esteja relacionado ' +
  'com: I - as variáveis que determinam o valor do imposto tais como: base de cálculo, alíquota, diferença de preço, ' +
  'quantidade, valor da operação ou da prestação; II - a correção de dados cadastrais que implique mudança do remetente ou ' +
  'do destinatário; III - a data de emissão ou de saída.';
