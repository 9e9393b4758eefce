import { expect, test } from 'vitest';
import { SefinAnswerUnreadable } from '../../../domain/sefin/body.ts';
import { nfseDistributionQuestion, readNfseDistribution } from '../../../domain/sefin/nfse-distribution.ts';

const answer = (status: number, body: unknown) => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const closing = {
  Alertas: [],
  TipoAmbiente: 'HOMOLOGACAO',
  VersaoAplicativo: '1',
  DataHoraProcessamento: '2026-11-22',
};
const document = (NSU: unknown) => ({
  NSU,
  ChaveAcesso: '1'.repeat(50),
  TipoDocumento: 'NFSE',
  TipoEvento: null,
  ArquivoXml: 'H4sI',
  DataHoraGeracao: '2026-11-22T10:00:00',
});
const lot = (LoteDFe: unknown) => ({ StatusProcessamento: 'DOCUMENTOS_LOCALIZADOS', LoteDFe, Erros: [], ...closing });
const refused = (Codigo: string | null, StatusProcessamento: string | null = 'REJEICAO') => ({
  StatusProcessamento,
  LoteDFe: [],
  Erros: [{ Codigo, Descricao: 'Motivo', Complemento: null }],
  ...closing,
});

test('a lot is asked for by the last NSU and the CNPJ, and may answer with 32 MB', () => {
  const message = nfseDistributionQuestion({ environment: 'PRODUCTION', taxId: '11222333000181' }, { after: 42n });
  expect(message).toMatchObject({
    service: 'NfseDistribuicao',
    request: {
      method: 'GET',
      url: 'https://adn.nfse.gov.br/contribuintes/DFe/42?lote=true&cnpjConsulta=11222333000181',
      content: null,
      answers: [200, 400, 404, 429],
      maxAnswerBytes: 32 * 1024 * 1024,
    },
  });
  const person = nfseDistributionQuestion({ environment: 'PRODUCTION', taxId: '52998224725' }, { after: 0n });
  expect(person.request.url).toBe('https://adn.nfse.gov.br/contribuintes/DFe/0?lote=true');
});

test('a lot comes as it is, with the highest of its NSUs', () => {
  const body = lot([document(8), document(12), { ...document(9), TipoDocumento: 'EVENTO' }]);
  expect(readNfseDistribution(answer(200, body))).toEqual({
    cStat: 'DOCUMENTOS_LOCALIZADOS',
    xMotivo: '',
    outcome: 'documents',
    lastNsu: 12n,
    maxNsu: null,
    hasMore: false,
    entries: [
      { nsu: 8n, schema: 'NFSE', content: 'H4sI' },
      { nsu: 12n, schema: 'NFSE', content: 'H4sI' },
      { nsu: 9n, schema: 'EVENTO', content: 'H4sI' },
    ],
    unnumbered: [],
  });
});

test('fifty documents say that there may be more, whatever is wrong with one of them', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => document(index + 1));
  expect(readNfseDistribution(answer(200, lot(fifty)))).toMatchObject({ hasMore: true, lastNsu: 50n });
  expect(readNfseDistribution(answer(200, lot(fifty.slice(1)))).hasMore).toBe(false);
  const spoilt = lot([...fifty.slice(1), document(null)]);
  expect(readNfseDistribution(answer(200, spoilt))).toMatchObject({ hasMore: true, unnumbered: [{ schema: 'NFSE' }] });
});

test.each([
  ['a text', '77', 77n],
  ['larger than a number can tell', 2 ** 60, null],
  ['a fraction', 1.5, null],
  ['below zero', -1, null],
  ['nothing', null, null],
])('an NSU that is %s', (_, written, nsu) => {
  const { entries, unnumbered } = readNfseDistribution(answer(200, lot([document(written)])));
  expect(entries.map((entry) => entry.nsu)).toEqual(nsu === null ? [] : [nsu]);
  expect(unnumbered).toHaveLength(nsu === null ? 1 : 0);
});

test('a document without its XML is an entry without content', () => {
  const body = lot([{ NSU: 3, TipoDocumento: null, ArquivoXml: null }]);
  expect(readNfseDistribution(answer(200, body)).entries).toEqual([{ nsu: 3n, schema: '', content: '' }]);
});

test('nothing after the NSU is E2215, or the status without a code', () => {
  const expected = { outcome: 'nothing', hasMore: false, lastNsu: null, entries: [] };
  const none = 'NENHUM_DOCUMENTO_LOCALIZADO';
  expect(readNfseDistribution(answer(404, refused('E2215', none)))).toMatchObject({ ...expected, cStat: 'E2215' });
  expect(readNfseDistribution(answer(404, refused(null, none)))).toMatchObject({ ...expected, cStat: none });
  expect(readNfseDistribution(answer(400, refused('E2215')))).toMatchObject({ ...expected, cStat: 'E2215' });
});

test.each([
  ['E1217', 'paused'],
  ['E1203', 'mend'],
  ['E0001', 'failed'],
])('a refusal by %s means %s', (code, outcome) => {
  expect(readNfseDistribution(answer(400, refused(code)))).toMatchObject({ outcome, cStat: code, xMotivo: 'Motivo' });
});

test('a refusal without a code keeps its words', () => {
  expect(readNfseDistribution(answer(400, refused(null)))).toMatchObject({
    outcome: 'failed',
    cStat: 'REJEICAO',
    xMotivo: 'Motivo',
  });
});

test('429 is too many questions, whatever page it comes with', () => {
  const expected = { cStat: '429', outcome: 'throttled', hasMore: false };
  expect(readNfseDistribution(answer(429, '<html></html>'))).toMatchObject(expected);
});

test.each([
  [404, '<!DOCTYPE html><html></html>'],
  [404, '{}'],
  [400, { type: 'https://tools.ietf.org/html/rfc9110', title: 'Bad Request', errors: {} }],
  [200, '[]'],
  [200, '{"StatusProcessamento":"DOCUMENTOS_LOC'],
  [200, {}],
  [404, { StatusProcessamento: 'OUTRO', LoteDFe: [] }],
])('HTTP %d with %j tells nothing', (status, body) => {
  expect(() => readNfseDistribution(answer(status, body))).toThrow(SefinAnswerUnreadable);
});
