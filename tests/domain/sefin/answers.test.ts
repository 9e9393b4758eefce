import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildNfseCancellation } from '../../../domain/nfse/events.ts';
import { readNfse } from '../../../domain/nfse/read-nfse.ts';
import {
  pack,
  readDpsAnswer,
  readEventAnswer,
  readEventRegistered,
  readIssuedNfse,
  readNfseAnswer,
} from '../../../domain/sefin/answers.ts';
import { SefinAnswerUnreadable } from '../../../domain/sefin/body.ts';
import { dpsOf, eventAround, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { dpsIdentity } from '../../support/samples/services.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();
const { dpsId, dps } = dpsOf(signer);
const nfseXml = nfseAround(infNfseOf(dps));
const requested = buildNfseCancellation(
  {
    accessKey: nfseKey,
    environment: 'HOMOLOGATION',
    authorTaxId: '11222333000181',
    reasonCode: '9',
    justification: 'Pedido do tomador do serviço',
    occurredAt: dpsIdentity.issuedAt,
    version: '0.1.0',
  },
  signer,
);
const eventXml = eventAround(requested.xml.replace(/^<\?[^>]*>/, ''));

const answer = (status: number, body: unknown) => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
/** The fields that every answer of SEFIN begins with. */
const said = {
  tipoAmbiente: 2,
  versaoAplicativo: 'SefinNacional_1.6.0',
  dataHoraProcessamento: '2026-11-21T09:30:07.1544276-03:00',
};
const issued = { ...said, idDps: dpsId, chaveAcesso: nfseKey, nfseXmlGZipB64: pack(nfseXml), alertas: null };
const error = { codigo: 'E0014', descricao: 'Conjunto já existe', complemento: null };
const foreign = {
  type: 'https://tools.ietf.org/html/rfc9110',
  title: 'Bad Request',
  status: 400,
  errors: { id: ['x'] },
};
const withDtd = (xml: string) => `<!-- a --><!DOCTYPE a [<!ENTITY b "c">]>${xml.replace(/^<\?[^>]*>/, '')}`;
const webPage = '<!DOCTYPE html><html><body>404 - File or directory not found.</body></html>';

test('an issued NFS-e comes with its key, its DPS and its bytes', () => {
  const facts = readNfse(nfseXml);
  expect(facts).toMatchObject({ accessKey: nfseKey, dps: { id: dpsId } });
  expect(readIssuedNfse(answer(201, issued))).toEqual({ kind: 'issued', nfseXml, facts, alerts: [] });
});

test('alerts are kept', () => {
  const alertas = [{ Codigo: 'A001', Descricao: 'Tomador não encontrado', Complemento: 'CNPJ 11444777000161' }];
  expect(readIssuedNfse(answer(201, { ...issued, alertas }))).toMatchObject({
    alerts: [{ code: 'A001', message: 'Tomador não encontrado. CNPJ 11444777000161' }],
  });
});

test.each([
  ['Codigo, in a list', { erros: [{ Codigo: 'E0014', Descricao: 'Conjunto já existe', Complemento: '' }] }],
  ['codigo, alone', { erro: error }],
  ['codigo, alone under the plural', { erros: error }],
  ['codigo, in a list under the singular', { Erro: [{ ...error, complemento: undefined }] }],
  ['mensagem in the place of descricao', { ERROS: [{ codigo: 'E0014', mensagem: 'Conjunto já existe' }] }],
])('a refusal is read from %s', (_, body) => {
  const errors = [{ code: 'E0014', description: 'Conjunto já existe', complement: null }];
  for (const read of [readIssuedNfse, readDpsAnswer, readNfseAnswer, readEventRegistered, readEventAnswer]) {
    expect(read(answer(400, { ...said, ...body }))).toEqual({ kind: 'refused', errors });
  }
});

test('every error of a refusal is reported, with its complement', () => {
  const erros = [
    { Codigo: 'E1235', Descricao: 'Falha no esquema XML do DF-e', Complemento: 'xNome' },
    { Codigo: 'E0008', Descricao: 'Data posterior', Complemento: null },
  ];
  expect(readIssuedNfse(answer(400, { ...said, erros }))).toMatchObject({
    errors: [
      { code: 'E1235', complement: 'xNome' },
      { code: 'E0008', complement: null },
    ],
  });
});

test('a DPS that became an NFS-e brings its key; one that did not is not found', () => {
  expect(readDpsAnswer(answer(200, { ...said, idDps: dpsId, chaveAcesso: nfseKey }))).toEqual({
    kind: 'found',
    accessKey: nfseKey,
  });
  expect(readDpsAnswer(answer(404, { ...said, erro: error }))).toEqual({ kind: 'notFound' });
});

test('an NFS-e is found with its bytes, or is not there', () => {
  expect(readNfseAnswer(answer(200, issued))).toEqual({ kind: 'found', nfseXml, facts: readNfse(nfseXml) });
  expect(readNfseAnswer(answer(404, { ...said, erro: { codigo: null, descricao: 'Chave não encontrada' } }))).toEqual({
    kind: 'notFound',
  });
});

test('an event is registered with its bytes', () => {
  expect(readEventRegistered(answer(201, { ...said, eventoXmlGZipB64: pack(eventXml) }))).toEqual({
    kind: 'registered',
    eventXml,
  });
});

test.each([
  ['no XML', eventXml.slice(0, -3)],
  ['a DTD', withDtd(eventXml)],
])('a registered event with %s is unreadable', (_, xml) => {
  expect(() => readEventRegistered(answer(201, { ...said, eventoXmlGZipB64: pack(xml) }))).toThrow(
    SefinAnswerUnreadable,
  );
});

test('an event is found in base64 of base64, and in base64', () => {
  const twice = Buffer.from(pack(eventXml)).toString('base64');
  for (const arquivoXml of [twice, pack(eventXml)]) {
    const eventos = [{ chaveAcesso: nfseKey, tipoEvento: '101101', numeroPedidoRegistroEvento: '1', arquivoXml }];
    expect(readEventAnswer(answer(200, { ...said, eventos }))).toEqual({ kind: 'found', eventXml });
  }
});

test('an event that is not there is an empty object with 404', () => {
  expect(readEventAnswer(answer(404, '{}'))).toEqual({ kind: 'notFound' });
});

const readers = { readIssued: readIssuedNfse, readDpsAnswer, readNfseAnswer, readEventRegistered, readEventAnswer };

test.each(Object.entries(readers))(
  '%s takes a web page, an empty body and a foreign error for no answer',
  (_, read) => {
    const noObjects = [webPage, '', 'null', '[]', '"E0014"'];
    const objects = [foreign, { erro: null }, { erros: [] }];
    for (const status of [200, 201, 400, 401, 404, 405, 500, 503]) {
      const bodies = status === 404 && read === readDpsAnswer ? noObjects : [...noObjects, ...objects];
      for (const body of bodies) expect(() => read(answer(status, body))).toThrow(SefinAnswerUnreadable);
    }
  },
);

test('404 with an empty object means nothing but of an event and of a DPS', () => {
  for (const read of [readIssuedNfse, readEventRegistered, readNfseAnswer]) {
    expect(() => read(answer(404, '{}'))).toThrow(SefinAnswerUnreadable);
  }
});

test.each([
  ['an empty object', {}],
  ['no error in it', { ...said, erro: null }],
  ['errors under the plural', { ...said, erros: [error] }],
  ['words of a web framework', foreign],
])('a DPS is not found by 404 and an object, with %s', (_, body) => {
  expect(readDpsAnswer(answer(404, body))).toEqual({ kind: 'notFound' });
});

test('what was sent cannot be not found: 404 with an error refuses it', () => {
  for (const read of [readIssuedNfse, readEventRegistered]) {
    expect(read(answer(404, { ...said, erro: error })).kind).toBe('refused');
  }
});

test.each([null, '', 'um código longo', 14])('a refusal by the code %j is none', (codigo) => {
  expect(() => readIssuedNfse(answer(400, { ...said, erros: [{ codigo, descricao: 'Recusada' }] }))).toThrow(
    SefinAnswerUnreadable,
  );
});

test.each([
  ['no key', { ...issued, chaveAcesso: undefined }],
  ['a key of 44 characters', { ...issued, chaveAcesso: nfseKey.slice(6) }],
  ['no XML', { ...issued, nfseXmlGZipB64: undefined }],
  ['XML that is no base64', { ...issued, nfseXmlGZipB64: nfseXml }],
  ['no XML in it', { ...issued, nfseXmlGZipB64: pack(nfseXml.slice(0, -3)) }],
  ['a DTD', { ...issued, nfseXmlGZipB64: pack(withDtd(nfseXml)) }],
  ['another document', { ...issued, nfseXmlGZipB64: pack(eventXml) }],
  ['an NFS-e of another key', { ...issued, chaveAcesso: `9${nfseKey.slice(1)}` }],
  ['an NFS-e of another DPS', { ...issued, idDps: `${dpsId.slice(0, -1)}3` }],
])('issued with %s is unreadable', (_, body) => {
  expect(() => readIssuedNfse(answer(201, body))).toThrow(SefinAnswerUnreadable);
});

test('the sentence names the authority', () => {
  expect(() => readIssuedNfse(answer(200, webPage))).toThrow(
    'A resposta da SEFIN Nacional não pôde ser lida: HTTP 200, que não é JSON',
  );
});

const names = fc.constantFrom(
  ...[
    'erro',
    'erros',
    'Erros',
    'codigo',
    'Codigo',
    'descricao',
    'complemento',
    'chaveAcesso',
    'idDps',
    'nfseXmlGZipB64',
  ],
  ...['eventoXmlGZipB64', 'eventos', 'arquivoXml', 'alertas', '__proto__'],
);
const texts = fc.constantFrom('E0014', nfseKey, dpsId, pack(nfseXml), pack(eventXml), pack('<a/>'), '', '<', 'H4sI');
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    texts,
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  ),
})).value;

test.each(Object.entries(readers))('%s: whatever comes is an answer, a refusal, or unreadable', (_, read) => {
  const bodies = fc.oneof(
    json.map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
  );
  const statuses = fc.constantFrom(200, 201, 204, 301, 400, 401, 403, 404, 422, 500, 503);
  fc.assert(
    fc.property(statuses, bodies, (status, body) => {
      try {
        expect(['issued', 'found', 'notFound', 'registered', 'refused']).toContain(read({ status, body }).kind);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(SefinAnswerUnreadable);
      }
    }),
    { numRuns: 400 },
  );
});
