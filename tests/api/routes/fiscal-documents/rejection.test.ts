import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("the authority's rejection is explained beside its words, down to the item that it named", async () => {
  const reason = '778 - Rejeicao: Informado NCM inexistente [nItem:1]';
  const { body } = await detailOfRejected(reason, '778');
  expect(body).toMatchObject({ status: 'REJECTED', rejectionReason: reason, cStat: '778' });
  expect(body.rejection).toEqual({
    code: '778',
    message: 'Rejeicao: Informado NCM inexistente [nItem:1]',
    cause: expect.stringMatching(/NCM do item não existe/),
    fix: expect.stringMatching(/corrija-o\. .*emita de novo/),
    help: '/docs/rejeicoes/778',
    field: 'items[0].ncm',
  });
});

test('a rejection of our own has no code, and the field that it names', async () => {
  const { body } = await detailOfRejected('items[0].cfop: O CFOP 6102 não serve a uma operação de SP para SP.', null);
  expect(body.rejection).toMatchObject({ code: null, field: 'items[0].cfop', message: body.rejectionReason });
});

test('an attempt that an operator ended is not explained by the code of an earlier answer', async () => {
  const { body } = await detailOfRejected('Encerrada por um operador. Outra chave ocupa o número 7.', '539');
  expect(body.rejection).toMatchObject({ code: null, message: body.rejectionReason });
});

test('a document that is not rejected has no rejection, whatever was said of it before', async () => {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  await keep(id, { status: 'PROCESSING', cStat: '778', rejectionReason: '778 - Rejeicao: Informado NCM inexistente' });
  expect((await detail(key, id)).body).toMatchObject({ status: 'PROCESSING', rejection: null });
});

async function detailOfRejected(rejectionReason: string, cStat: string | null) {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  await keep(id, { status: 'REJECTED', rejectionReason, cStat });
  return detail(key, id);
}

async function keep(id: string, facts: Partial<Pick<Document, 'status' | 'cStat' | 'rejectionReason'>>): Promise<void> {
  await acrossCompanies(api.orm).nativeUpdate(Document, { id }, facts);
}

async function draft(key: string): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  return String(body.id);
}

function detail(key: string, id: string) {
  return api.call('GET', `/v1/fiscal-documents/${id}`, { key });
}
