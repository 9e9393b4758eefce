import { fieldTitles } from './field-titles.ts';

type Wording = readonly [RegExp, string];

/** Sentences that tell callers of the API, or people at a shell, how to mend something, and the words for people at a screen. */
const sentences: readonly Wording[] = [
  [
    /^Há um comprovante de entrega registrado.*$/s,
    'Esta nota já tem um comprovante de entrega registrado. Remova-o antes.',
  ],
  [
    /^O cliente tem documentos e não pode ser removido\..*$/s,
    'Este cliente tem notas e não pode ser removido. Desmarque “Ativo” no cadastro para não usá-lo mais.',
  ],
  [
    /^A empresa já tem um documento com este externalId: .*$/s,
    'A empresa já tem uma nota deste pedido. Se a venda é a mesma, use aquela nota; se é outra, escreva outro número de pedido.',
  ],
  [
    /^A empresa não tem modelo fiscal de NFS-e com o código do serviço\..*$/s,
    'A empresa não tem modelo fiscal de NFS-e com o código do serviço. Crie um em Modelos fiscais.',
  ],
  [
    /^O webhook está inativo e não recebe entregas\..*$/s,
    'O webhook está pausado e não recebe entregas. Reative-o e tente de novo.',
  ],
  [/^(só existe|é obrigatório) com reason OTHER\b/, '$1 com outro motivo'],
  [/^substituteDocumentId\b/, 'A nota escolhida'],
  [/^replaces\.(documentId|accessKey)\b/, 'A nota a substituir'],
  [/^Com reason 99, descreva\b/, 'Com outro motivo, descreva'],
  [/^Com operation \d ainda não há/, 'Nesta metade da compra ainda não há'],
  [/^Com operation \w+, informe\b/, 'Nesta metade da compra, informe'],
  [/^Com operation \w+ não há\b/, 'Nesta metade da compra não há'],
  [/^Só uma operation que é metade\b/, 'Só o que é metade'],
  [/: informe operation\b/, ': diga qual é'],
  [/: não envie (property|recipient|supplier)\b/, ': deixe-o em branco'],
  [/^Só type 99 \(outros\) tem descrição\b/, 'Só outra operação tem descrição'],
  [/com city e region\b/, 'com cidade e região'],
  [/sem city nem region\b/, 'sem cidade nem região'],
  [
    /(envie|informe|use) transport\.freightType SENDER, THIRD_PARTY ou OWN_SENDER/,
    'escolha um frete por conta de quem vende ou de terceiros',
  ],
  [
    / \(origin TAX_OFFICE\) diz o tipo do ato concessório: não (envie|informe) act/,
    ' diz o tipo do ato concessório: deixe-o em branco',
  ],
  [/^(A dedução é dita de um modo só): .*$/s, '$1: pela porcentagem, pelo valor ou pelos documentos.'],
  [/^(Um documento é identificado de um modo só): .*$/s, '$1: por uma chave ou por um número.'],
  [/^Com type 99 \(outras deduções\)/, 'Com outra dedução'],
  [/^Só type 99 \(outras deduções\)/, 'Só outra dedução'],
  [/, em supplier\b/, ''],
  [/: não (envie|informe) deductions\b/, ': deixe a dedução em branco'],
  [/(envie|informe) vehicle ou isUsed/, 'deixe um dos dois em branco'],
  [/ponha o emissor em LAVRA_CA_BUNDLE/g, 'peça a quem cuida do Lavra que aceite este emissor'],
  [/ponha-a em LAVRA_CA_BUNDLE/g, 'peça a quem cuida do Lavra que a aceite'],
  [/Peça a quem opera o serviço que cadastre um com "lavra certificate add"/g, 'Adicione um em Certificado'],
  [/Cadastre o novo com "lavra certificate add"/g, 'Adicione o novo em Certificado'],
  [/Preencha-as com "lavra company set"/g, 'Peça a quem cuida do Lavra que as preencha'],
  [/por "lavra link allow-issuing"/g, 'em Escritório'],
  [
    /com "lavra company csc set", ou use --nfce-qr-code-version 3 em "lavra company set"/g,
    'em Certificado, ou escolha a versão 3 do QR Code em Ajustes',
  ],
  [/(no cadastro da empresa )?com "lavra company csrt set[^"]*"/g, 'em Certificado'],
  [/quando publicada, acrescente-a com "lavra rates add [^"]*".*$/gs, 'peça a quem cuida do Lavra que a acrescente.'],
  [/acrescente o período com "lavra rates add [^"]*"/g, 'peça a quem cuida do Lavra que acrescente o período'],
  [/na tabela ipi de LAVRA_RATES/g, 'na tabela do IPI'],
  [/; veja "lavra contingency show[^"]*"/g, ''],
  [/envie o id que GET \/v1\/clients mostra/g, 'escolha um da lista'],
  [/(com )?"lavra company set [^"]*"/g, 'em Ajustes'],
  [/(, ou AUTOMATIC|(,| e| ou) "?--[a-z-]+"?)/g, ''],
  [
    /\bdeve ser (um destes: )?"?[A-Z]+(_[A-Z]+)*"?(, "?[A-Z]+(_[A-Z]+)*"?)+( \(você quis dizer .*\?\))?/g,
    'não é uma das opções',
  ],
  [/\bé desconhecido\b.*$/s, 'não é um campo deste formulário'],
  [/\btrue ou false\b/g, 'sim ou não'],
  [/\bdeve ser um dia,? (como )?AAAA-MM-DD\b/g, 'deve ser um dia que existe'],
  [/\bdeve ser uma data que existe, como \d{4}-\d\d-\d\d\b/g, 'deve ser um dia que existe'],
];

/** Phrases about a request, and the words for a form. */
const phrases: readonly Wording[] = [
  [/\b(não envie|não o envie)(?= este campo\b)/g, 'deixe em branco'],
  [/\bnão o envie\b/g, 'deixe este campo em branco'],
  [/\b(não envie) (finalConsumer )?false\b/g, 'deixe-o marcado'],
  [/\bnão envie operationType IN\b/g, 'deixe em branco operationType'],
  [/\bnão envie (?=o motivo\b|[a-z]+[A-Z])/g, 'deixe em branco '],
  [/\benvie null\b/g, 'deixe em branco'],
  [/\benvie só um: (\w+) ou (\w+), não os dois/g, 'escreva só um: $1 ou $2, não os dois'],
  [/\benvie outro\b/g, 'escreva outro'],
  [/\benvie (só )?(?=[a-z])/g, 'informe $1'],
  [/\bdeixe nextNumber fora\b/g, 'deixe o campo vazio'],
  [/^substituteDocumentId\b/g, 'A nota escolhida'],
  [/\bAUTHORIZED\b/g, 'autorizado'],
  [/\bCANCELLED\b/g, 'cancelado'],
  [/\bPROCESSING\b/g, 'em emissão'],
  [/\bREJECTED\b/g, 'rejeitado'],
  [/\bDRAFT\b/g, 'em rascunho'],
  [/\bNO_PAYMENT\b/g, '“Sem pagamento”'],
  [/\bFOREIGN\b/g, 'estrangeiro'],
  [/\bNAO_CONTRIBUINTE\b/g, 'não contribuinte'],
  [/"(\d+)\.(\d+)"/g, '"$1,$2"'],
];

/** A field name of the contract with the groups around it: `export.exitState`, `items[].taxation`. */
const named = new RegExp(
  `(?<![\\w“])(?:[a-z]\\w*(?:\\[\\w*\\])?\\.)*(${[...fieldTitles.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);

/** A sentence of the domain for people at a screen: with the forms' labels for its field names. The API's answers keep the original sentence. */
export function inPlainWords(sentence: string): string {
  const said = [...sentences, ...phrases].reduce((sofar, [pattern, words]) => sofar.replace(pattern, words), sentence);
  return said.replace(named, (_all, name: string) => `“${fieldTitles.get(name) ?? name}”`);
}
