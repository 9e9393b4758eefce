import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { find, searchWords } from '../../site/search/find.ts';
import { openSite } from '../../site/site.ts';

const index = openSite({ base: '/docs', reference: 'TRIED' }).index();

/** Questions in people's words, and the page that answers each. */
const questions: [question: string, page: string][] = [
  ['carta de correção', 'guias/carta-de-correcao'],
  ['enviar nota por e-mail', 'guias/enviar-por-email'],
  ['CC-e', 'guias/carta-de-correcao'],
  ['cce', 'guias/carta-de-correcao'],
  ['110110', 'guias/carta-de-correcao'],
  ['cancelar nota', 'guias/cancelar'],
  ['o que mudou na API', 'mudancas'],
  ['campos novos da versão', 'mudancas'],
  ['como cancelo uma nfe autorizada', 'guias/cancelar'],
  ['prazo de cancelamento', 'guias/cancelar'],
  ['nota denegada', 'rejeicoes/110'],
  ['204', 'rejeicoes/204'],
  ['rejeição 778', 'rejeicoes/778'],
  ['duplicidade de NF-e', 'rejeicoes/204'],
  ['E0312', 'rejeicoes/E0312'],
  ['consumo indevido', 'rejeicoes/656'],
  ['nota em dobro', 'conceitos/idempotencia'],
  ['Idempotency-Key', 'conceitos/idempotencia'],
  ['sefaz fora do ar', 'conceitos/contingencia'],
  ['EPEC', 'conceitos/contingencia'],
  ['inutilizar numeração', 'guias/inutilizar'],
  ['pular número', 'guias/inutilizar'],
  ['certificado vencido', 'guias/certificado'],
  ['trocar o certificado digital', 'guias/certificado'],
  ['nota de serviço', 'guias/emitir-nfse'],
  ['produtor rural', 'guias/produtor-rural'],
  ['emitir com CPF', 'guias/produtor-rural'],
  ['partilha do ICMS', 'guias/tributos-de-poucos-itens'],
  ['faturamento direto', 'guias/tributos-de-poucos-itens'],
  ['emitir cupom fiscal', 'guias/emitir-nfce'],
  ['ciência da operação', 'guias/manifestar'],
  ['notas dos fornecedores', 'guias/receber-notas'],
  ['nota parada em processamento', 'guias/nota-parada'],
  ['webhook não chegou', 'guias/reenviar-webhook'],
  ['conferir assinatura do webhook', 'guias/receber-webhooks'],
  ['validation_error', 'erros/validation_error'],
  ['rate limited', 'erros/rate_limited'],
  ['document.rejected', 'eventos/document.rejected'],
  ['baixar o xml', 'guias/baixar-xml-e-danfe'],
  ['devolução de mercadoria', 'guias/devolucao'],
  ['ir para produção', 'guias/ir-para-producao'],
  ['importar xml antigos', 'guias/importar-o-passado'],
  ['reforma tributária', 'conceitos/2027'],
  ['fechar o mês', 'conceitos/fechamentos'],
  ['contador', 'conceitos/escritorios'],
  ['de onde vem o ICMS', 'conceitos/impostos'],
  ['primeiros passos', 'comecar'],
  ['instalar com docker', 'operacao/instalar'],
  ['configurar o e-mail do servidor', 'operacao/ajustes'],
  ['atualizar a versão', 'operacao/atualizar'],
  ['fazer backup', 'operacao/backup'],
  ['restaurar o banco de dados', 'operacao/restaurar'],
  ['nada emite', 'operacao/plantao'],
  ['lavra doctor', 'operacao/examinar'],
  ['grafana', 'operacao/monitorar'],
  ['quantas notas por segundo', 'operacao/tamanho'],
  ['bucket s3', 'operacao/onde-ficam-os-zips'],
  ['vazou a chave', 'operacao/segredo-vazou'],
  ['senha do banco', 'operacao/usuarios-do-banco'],
  ['cadastrar empresa nova', 'operacao/cadastrar-empresa'],
  ['limitar notas do mês', 'operacao/cadastrar-empresa'],
  ['o que fazer a cada alarme', 'operacao/alarmes'],
  ['LavraNoWorker', 'operacao/alarmes'],
  ['entrar em contingência', 'operacao/sefaz-parada'],
  ['notas recebidas não chegam', 'operacao/recebidas-nao-chegam'],
  ['por quanto tempo guardar o XML', 'operacao/guarda'],
  ['virada do mês', 'operacao/virada-do-mes'],
  ['conferência com a sefaz', 'operacao/conferir-com-a-autoridade'],
  ['enviar XML ao contador', 'guias/fechar-o-mes'],
  ['fechar o mês das empresas', 'guias/fechar-o-mes'],
  ['convidar empresa para o escritório', 'guias/vincular-empresa'],
  ['XML de entrada de todas as empresas', 'guias/recebidas-da-carteira'],
  ['esqueci a senha do painel', 'painel'],
  ['convidar pessoa para o painel', 'painel'],
  ['trocar o segredo do webhook', 'guias/receber-webhooks'],
  ['chave de api', 'guias/chave-de-api'],
  ['alterar um produto', 'referencia/updateProduct'],
  // A question by somebody who had not seen the list above.
  ['como emitir nota para o exterior', 'guias/exportar-e-importar'],
  ['nota complementar de ICMS', 'guias/nota-complementar'],
  ['remessa para conserto', 'guias/nota-sem-venda'],
  ['quanto tempo tenho para cancelar nfce', 'guias/cancelar'],
  ['não recebi o retorno da nota', 'guias/nota-parada'],
  ['desconto na nota', 'guias/frete-e-duplicatas'],
  ['produto sem código de barras', 'guias/cadastrar-produtos-e-clientes'],
  ['pagamento com cartão na nfce', 'guias/emitir-nfce'],
  ['emitir sem internet', 'conceitos/contingencia'],
  ['vender para pessoa física', 'guias/emitir-nfe'],
  ['consultar status da sefaz', 'operacao/sefaz-parada'],
  ['nota de entrada de importação', 'guias/exportar-e-importar'],
  ['imprimir na impressora térmica', 'guias/baixar-xml-e-danfe'],
  ['mudar o logotipo do danfe', 'guias/baixar-xml-e-danfe'],
  ['cnpj alfanumérico', 'glossario'],
  ['api em python', 'comecar'],
  ['postman', 'referencia'],
  ['lista de campos da nota', 'campos'],
  ['servidor caiu', 'operacao/plantao'],
  ['suspender um escritório', 'referencia/administracao/suspendOffice'],
];

test.each(questions)('“%s” finds %s among the first three', (question, page) => {
  const first = find(index, question, 3).map(({ path }) => path);
  expect(first).toContain(page);
});

test('accents, capitals and a letter that is wrong find the same', () => {
  const paths = (question: string): string[] => find(index, question, 3).map(({ path }) => path);
  expect(paths('CARTA DE CORRECAO')).toEqual(paths('carta de correção'));
  expect(paths('inutlizar numeração')).toContain('guias/inutilizar');
  expect(paths('canc')).toContain('guias/cancelar');
});

test('words of one family are one, and those of every sentence are none', () => {
  expect(new Set(searchWords('cancelar cancelada cancelamento')).size).toBe(1);
  expect(searchWords('o que é de uma')).toEqual(searchWords('é'));
  expect(searchWords('NF-e NFS-e CC-e')).toEqual(searchWords('NFe nfse cce'));
});

test('who asks nothing, or what nobody wrote of, finds nothing', () => {
  expect(find(index, '')).toEqual([]);
  expect(find(index, 'xyzzy')).toEqual([]);
});

test('a call of the API is found, too', () => {
  expect(find(index, 'cancelFiscalDocument', 3).map(({ path }) => path)).toContain('referencia/cancelFiscalDocument');
});

test('calls of the admin API are found, too', () => {
  const first = (question: string) => find(index, question, 3).map(({ path }) => path);
  expect(first('createCompany')).toContain('referencia/administracao/createCompany');
  expect(first('API de administração')).toContain('referencia/administracao');
});

test('the index is small enough to be loaded when somebody begins to search', () => {
  expect(gzipSync(JSON.stringify(index)).length).toBeLessThan(150_000);
});
