import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../config/logger.ts';
import type { SimulatedRule, SimulatorControl } from '../../domain/simulated-authority.ts';
import { callLog, type EndedCall } from '../../operations/calls/call-log.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { patienceMs } from '../support/checks/until.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { unescaped } from './form-fields.ts';
import { startPanel } from './panel-fixture.ts';
import { troubled } from './troubled-company.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let own: Awaited<ReturnType<typeof newCompany>>;
let admin: Awaited<ReturnType<Panel['person']>>;
let stranger: Awaited<ReturnType<Panel['person']>>;
const attack = '<script>alert(1)</script>';

/** The rules that the panel sent to the simulator; `tests/adapters/simulator-control.test.ts` uses a real one. */
let rules: SimulatedRule[] = [];
const simulator: SimulatorControl = {
  rules: async () => rules,
  async add(rule) {
    if (rule.answer && rule.answer.cStat > 999) return false;
    rules.push(rule);
    return true;
  },
  async clear() {
    rules = [];
  },
};

beforeAll(async () => {
  panel = await startPanel({ simulator, keepsCalls: true });
  own = await newCompany(panel.orm);
  admin = await panel.person(own.company.id);
  stranger = await panel.person((await newCompany(panel.orm)).company.id);
});
afterAll(() => panel.close());

const at = (path = ''): string => `/e/${own.company.taxId}/integracao${path}`;

async function called(...calls: Partial<EndedCall>[]): Promise<void> {
  const logger = createLogger({ level: 'error', format: 'json' }, 'api');
  const log = callLog(panel.orm, { logger, everyMs: 60_000, timeoutMs: patienceMs });
  for (const changes of calls) {
    log.add({
      ...{ companyId: own.company.id, keyId: own.keyRow.id, at: new Date(), method: 'GET', target: '/v1/clients' },
      ...{ operation: 'listClients', status: 200, durationMs: 8, requestId: randomUUID(), documentId: null },
      ...{ request: null, response: '{"data":[]}', responseType: 'application/json', responseBytes: 11 },
      ...changes,
    });
  }
  await log.over();
}

test('calls are listed with their answers, found by path, answer, key, time, request and note, and paged', async () => {
  const document = randomUUID();
  const yesterday = new Date(Date.now() - 86_400_000);
  await called(
    { target: '/v1/fiscal-documents', method: 'POST', status: 422, requestId: 'erp-1', documentId: document },
    { target: `/v1/products/${attack}`, status: 500 },
    { at: yesterday, target: '/v1/carriers' },
    ...Array.from({ length: 60 }, () => ({})),
  );
  const counted = async (query: string): Promise<number> =>
    (await admin.get(at(`?${query}`))).text.match(/chamadas\/[\w-]{36}/g)?.length ?? 0;
  expect(await counted('caminho=fiscal')).toBe(1);
  expect(await counted('resposta=4')).toBe(1);
  expect(await counted('resposta=500')).toBe(1);
  expect(await counted('pedido=erp-1')).toBe(1);
  expect(await counted(`nota=${document}`)).toBe(1);
  expect(await counted(`chave=${own.keyRow.id}`)).toBe(50);
  expect(await counted(`chave=${randomUUID()}`)).toBe(0);
  const local = new Date(yesterday.getTime() - 3 * 3_600_000).toISOString().slice(0, 16);
  expect(await counted(`de=${local}&ate=${local}`)).toBe(1);
  expect(await counted('resposta=x&chave=x&nota=x&de=ontem')).toBe(50);
  const { text } = await admin.get(at());
  expect(text).not.toContain(attack);
  const next = /rel="next" href="([^"]+)"/.exec(text)?.[1] ?? '';
  expect((await admin.get(unescaped(next))).text.match(/chamadas\/[\w-]{36}/g)).toHaveLength(13);
  expect((await stranger.get(at())).status).toBe(404);
});

test('a call is shown with what was sent and answered, its note, and a curl that a shell takes as it is', async () => {
  const document = randomUUID();
  await called({
    ...{ target: '/v1/fiscal-documents?x=1', method: 'POST', status: 201, requestId: 'erp-2', documentId: document },
    request: Buffer.from(`{"type":"NFE","operationNature":"Venda d'água ${attack}","client":{"name":"Ana"}}`),
    response: '{"id":"7","status":"DRAFT"}',
  });
  const list = await admin.get(at('?pedido=erp-2'));
  const [path = ''] = /\/e\/\w+\/integracao\/chamadas\/[\w-]{36}/.exec(list.text) ?? [];
  const { text, status } = await admin.get(path);
  expect(status).toBe(200);
  expect(text).not.toContain(attack);
  expect(text).toContain(`/e/${own.company.taxId}/notas/${document}`);
  const shown = unescaped(text);
  for (const words of [
    '"status": "DRAFT"',
    `curl -X POST 'https://api.example.com/v1/fiscal-documents?x=•••'`,
    `-H 'Authorization: Bearer SUA_CHAVE'`,
    `--data-raw '{"type":"NFE","operationNature":"Venda d'\\''água`,
  ]) {
    expect(shown).toContain(words);
  }
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get(path.replace(own.company.taxId, '11222333000181'))).status).toBe(404);
  const elsewhere = await panel.person((await newCompany(panel.orm)).company.id);
  expect((await elsewhere.get(path)).status).toBe(404);
});

test('an answer that is a file, and one that is too long, say why they are not here', async () => {
  await called(
    { requestId: 'file', response: null, responseType: 'application/pdf', responseBytes: 0 },
    { requestId: 'long', response: `"${'x'.repeat(300_000)}"`, responseBytes: 300_002 },
  );
  const shown = async (id: string): Promise<string> => {
    const [path = ''] =
      /\/e\/\w+\/integracao\/chamadas\/[\w-]{36}/.exec((await admin.get(at(`?pedido=${id}`))).text) ?? [];
    return (await admin.get(path)).text;
  };
  expect(await shown('file')).toContain('Um arquivo (application/pdf), que não é guardado');
  expect(await shown('long')).toContain('293 KB (application/json), que não são guardados');
});

test('events are shown with the body that webhooks got, narrowed to one kind, of the own company alone', async () => {
  await troubled(panel.orm, own.company);
  const { text } = await admin.get(at('/eventos'));
  expect(text).toContain('aria-label="Conteúdo do evento"');
  expect(unescaped(text)).toMatch(/"type": "document\./);
  expect(text).toMatch(/webhooks\/entregas\/[\w-]{36}/);
  expect((await admin.get(at('/eventos?evento=WEBHOOK_TEST'))).text).toContain('Nenhum evento enviado');
  expect((await stranger.get(at('/eventos'))).status).toBe(404);
  const em = acrossCompanies(panel.orm);
  expect(await em.execute(`select 1 from audit_entry where action = 'SUPPORT_OPENED'`)).toEqual([]);
});

test('the simulated authority is steered for this company’s next note, and let be again', async () => {
  const path = at('/simulador');
  expect((await admin.get(path)).text).toContain('responde como a de verdade');
  const { taxId: cnpj } = own.company;
  const of = { cnpj, service: 'NfeAutorizacao', times: 1 };
  const sent = async (fields: Record<string, string>): Promise<[number, string | null]> => {
    const { status, location } = await admin.post(path, fields);
    return [status, location];
  };
  expect(await sent({ efeito: 'recusar', codigo: '778' })).toEqual([303, `${path}?feito=pronto`]);
  expect(await sent({ efeito: 'perder' })).toEqual([303, `${path}?feito=pronto`]);
  expect(await sent({ efeito: 'demorar', segundos: '7' })).toEqual([303, `${path}?feito=pronto`]);
  expect(await sent({ efeito: 'parar' })).toEqual([303, `${path}?feito=parada`]);
  expect(rules).toEqual([
    { ...of, answer: { cStat: 778 } },
    { ...of, drop: 'after' },
    { ...of, latencyMs: 7_000 },
    { paused: { cStat: 108 } },
  ]);
  for (const wrong of [
    { efeito: 'recusar', codigo: '4242' },
    { efeito: 'demorar', segundos: '1000' },
    { efeito: 'outro' },
  ]) {
    const { status, text } = await admin.post(path, wrong);
    expect([status, text.includes('aria-invalid="true"')]).toEqual([400, true]);
  }
  expect((await admin.get(path)).text).toContain('A próxima nota desta empresa é recusada com o código 778');
  expect(await sent({ normal: 'sim' })).toEqual([303, `${path}?feito=normal`]);
  expect(rules).toEqual([]);
  expect((await stranger.post(path, { efeito: 'perder' })).status).toBe(404);
});

test('of which suppliers and when of what is due is chosen in words, and what holds for nothing is said', async () => {
  const em = () => acrossCompanies(panel.orm);
  const url = 'https://example.com/';
  const { id } = await newEndpoint(panel.orm, { company: own.company }, { url });
  const page = `/e/${own.company.taxId}/webhooks/${id}`;
  const post = (fields = {}) => admin.post(page, { url, ...fields });
  const chosen = {
    'eventos.PAYABLE_DUE': 'sim',
    'filters.supplierTaxIds': '11.222.333/0001-81\n',
    'filters.model': 'NFSE',
    'filters.minValue': '1.000,00',
    dueDaysBefore: '7, 0',
  };
  expect((await post(chosen)).location).toBe(`${page}?feito=salvo`);
  expect(await em().findOneOrFail(WebhookEndpoint, { id })).toMatchObject({
    events: ['PAYABLE_DUE'],
    filters: { supplierTaxIds: ['11222333000181'], models: ['NFSE'], minValue: '1000.00', maxValue: null },
    dueDaysBefore: [7, 0],
  });
  const { text } = await admin.get(page);
  for (const shown of ['11222333000181', 'value="1000,00"', '7\n0', 'value="NFSE" selected'])
    expect(text).toContain(shown);

  const wrong = await post({ ...chosen, 'filters.supplierTaxIds': '123', dueDaysBefore: 'amanhã' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('id="campo-dueDaysBefore-erro"')]);
  const idle = await post({ 'eventos.DOCUMENT_REJECTED': 'sim', 'filters.minValue': '10' });
  expect([idle.status, idle.text]).toEqual([400, expect.stringContaining('eventos de fornecedores')]);
  await post({ 'eventos.DOCUMENT_REJECTED': 'sim' });
  expect(await em().findOneOrFail(WebhookEndpoint, { id })).toMatchObject({ filters: null, dueDaysBefore: null });
  await em().nativeDelete(WebhookEndpoint, { id });
});
