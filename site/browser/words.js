/**
 * The words that Swagger UI itself writes (buttons, titles of tables, what screen readers say), in Portuguese. It speaks no other language (looked at in
 * 5.35.0), and to wrap its components (`wrapComponents`) reaches what one of them returns and not what it hands on: half of the words stand behind
 * its error boundaries. So words are looked up where all of its components make their elements: in the React that plugins are given, which nothing
 * else on the page has. Descriptions do not pass here (they are HTML by then), and what stands in code is left alone. A word without a row stays
 * English, and `tests/api/docs.test.ts` finds it.
 */
globalThis.lavraWords = ({ React }) => {
  const create = React.createElement;
  React.createElement = (type, props, ...children) =>
    typeof type === 'string' && !isCode.has(type)
      ? create(type, attributesInPortuguese(props), ...children.map(inPortuguese))
      : create(type, withSource(props), ...children);
  return {};
};

/** Elements whose text is what callers send and get. */
const isCode = new Set(['code', 'pre', 'textarea']);

const words = {
  // The page and its tags
  'Skip to operations': 'Ir para as chamadas',
  'Expand operation': 'Abrir',
  'Collapse operation': 'Fechar',
  'No operations defined in spec!': 'Nenhuma chamada.',
  Servers: 'Servidores',
  Schemas: 'Estruturas',
  Errors: 'Erros',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  'Failed to load API definition.': 'A descrição da API não foi carregada.',
  // Keys
  Authorize: 'Informar a chave',
  Authorized: 'Chave informada',
  'Available authorizations': 'Chaves',
  Logout: 'Esquecer a chave',
  Close: 'Fechar',
  'Value:': 'Valor:',
  'Name:': 'Nome:',
  'In:': 'Em:',
  'Apply credentials': 'Usar a chave informada',
  'Remove authorization': 'Esquecer a chave',
  'auth-bearer-value': 'Valor da chave',
  'authorization button locked': 'Chave informada',
  'authorization button unlocked': 'Informar a chave',
  // A call
  Parameters: 'Parâmetros',
  'No parameters': 'Sem parâmetros',
  'Request body': 'Corpo do pedido',
  'Request content type': 'Tipo do corpo do pedido',
  required: 'obrigatório',
  'Try it out': 'Experimentar',
  Cancel: 'Cancelar',
  Reset: 'Restaurar',
  Execute: 'Executar',
  Clear: 'Limpar',
  'Send empty value': 'Enviar vazio',
  'Warning: Deprecated': 'Em desuso',
  'Copy path to clipboard': 'Copiar o caminho',
  Name: 'Nome',
  Description: 'Descrição',
  'Available values': 'Valores possíveis',
  'Default value': 'Valor padrão',
  'Example Value': 'Exemplo',
  'Edit Value': 'Editar',
  Schema: 'Campos',
  'Examples:': 'Exemplos:',
  'Example Description': 'Descrição do exemplo',
  '[Modified value]': '[Valor alterado]',
  Example: 'Exemplo',
  Callbacks: 'Retornos',
  // What it answers
  Responses: 'Respostas',
  'Response content type': 'Tipo da resposta',
  'Media type': 'Tipo de conteúdo',
  'Media Type': 'Tipo de conteúdo',
  'Controls ': 'Define o cabeçalho ',
  ' header.': '.',
  Code: 'Código',
  Details: 'Detalhes',
  Links: 'Links',
  'No links': 'Nenhum',
  'Headers:': 'Cabeçalhos:',
  Type: 'Tipo',
  'Server response': 'Resposta do servidor',
  'Response body': 'Corpo da resposta',
  'Response headers': 'Cabeçalhos da resposta',
  'Request URL': 'Endereço do pedido',
  'Request duration': 'Tempo de resposta',
  Undocumented: 'Não descrita',
  Download: 'Baixar',
  'Download file': 'Baixar o arquivo',
  'Copy code to clipboard': 'Copiar',
  'Copy cURL command to clipboard': 'Copiar o comando cURL',
  'Unrecognized response type; displaying content as text.': 'Tipo de resposta desconhecido; mostrado como texto.',
  'Unrecognized response type; unable to display.': 'Tipo de resposta desconhecido; não pode ser mostrado.',
  // Fields
  'Expand all': 'Abrir tudo',
  'Collapse all': 'Fechar tudo',
  'All of': 'Todos estes',
  'Any of': 'Qualquer destes',
  'One of': 'Um destes',
  Not: 'Não este',
  Items: 'Itens',
  'Additional properties': 'Outros campos',
  'Property names': 'Nomes dos campos',
  Enum: 'Valores',
  Const: 'Só',
  Default: 'Padrão',
  Examples: 'Exemplos',
  deprecated: 'em desuso',
  'read-only': 'só de leitura',
  'write-only': 'só de escrita',
  forbidden: 'nenhum',
};

/** Words with figures or names among them: limits of fields, and buttons of lists. */
const patterns = [
  [/^(\S+(?: \S+)?) characters$/, '$1 caracteres'],
  [/^(\S+(?: \S+)?) (?:contained )?items$/, '$1 itens'],
  [/^(\S+(?: \S+)?) properties$/, '$1 campos'],
  [/^Add (?:\w+ )?item$/, 'Incluir item'],
  [/^unique items$/, 'sem repetir itens'],
  [/^matches (.+)$/, 'padrão $1'],
  [/^multiple of (.+)$/, 'múltiplo de $1'],
];

const attributes = ['title', 'placeholder', 'aria-label', 'alt'];

function attributesInPortuguese(props) {
  if (!props) return props;
  const said = { ...props };
  for (const name of attributes) if (name in said) said[name] = inPortuguese(said[name]);
  if ('children' in said) said.children = inPortuguese(said.children);
  return said;
}

/** What a parameter may be is handed on as Markdown. */
function withSource(props) {
  const [all, word] = /^<i>([^<]+)<\/i> : /.exec(props?.source) ?? [];
  return word === undefined ? props : { ...props, source: props.source.replace(all, `<i>${inPortuguese(word)}</i>: `) };
}

function inPortuguese(child) {
  if (Array.isArray(child)) return child.map(inPortuguese);
  if (typeof child !== 'string') return child;
  if (Object.hasOwn(words, child)) return words[child];
  const text = child.trim();
  if (Object.hasOwn(words, text)) return child.replace(text, words[text]);
  const [pattern, said] = patterns.find(([each]) => each.test(text)) ?? [];
  return pattern ? text.replace(pattern, said) : child;
}
