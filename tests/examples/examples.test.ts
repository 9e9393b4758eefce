import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localSettings } from '../../local/settings.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { startApi, type TestApi } from '../api/fixture.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { until } from '../support/checks/until.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const run = promisify(execFile);

let installation: Installation;
let api: TestApi;
let folder: string;
let env: Record<string, string>;
let receiver: ChildProcess;
/** The lines that the receiver printed. */
const received: string[] = [];
beforeAll(async () => {
  // The same master key as `startApi`: the worker signs with the secret that the API sealed.
  installation = await openInstallation({ LAVRA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  const { client: temporal, env: settings } = installation;
  api = await startApi({ temporal, databaseUrl: settings.databaseUrl, printsHtml: true });
  folder = await mkdtemp(join(tmpdir(), 'lavra-examples-'));
  const { key } = await installation.openCompany();
  const [port = 0] = await ownPorts(1);
  env = { ...localSettings().inherited, LAVRA_URL: api.url, LAVRA_KEY: key, PORT: String(port) };
  receiver = spawn(process.execPath, [join(examples, 'webhook-receiver.js')], { cwd: folder, env });
  createInterface(receiver.stdout!).on('line', (line) => received.push(line));
  await until('the receiver is registered', async () => received[0]?.startsWith('ready: '));
});
afterAll(async () => {
  receiver?.kill();
  await api?.close();
  await installation?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  { file: 'sale.js', program: process.execPath, needs: ['node'] },
  { file: 'sale.py', program: 'python3', needs: ['python3'] },
  { file: 'sale.sh', program: 'sh', needs: ['curl'] },
])('$file', ({ file, program, needs }) => {
  const missing = needs.find((each) => spawnSync(each, ['--version']).error);
  const issues = missing ? test.skip : test;

  issues('issues one note however often it runs, keeps its files, and the receiver hears of it once', async () => {
    const ran = await sold(program, file, `${file}-1`);
    const key = /^AUTHORIZED (\d{44})\n/.exec(ran)?.[1] ?? '';
    expect(ran).toBe(`AUTHORIZED ${key}\n${key}.xml\n${key}.pdf\n`);
    expect(await readFile(join(folder, `${key}.xml`), 'utf8')).toMatch(
      new RegExp(`<nfeProc .*${key}.*</nfeProc>`, 's'),
    );
    expect(await readFile(join(folder, `${key}.pdf`), 'utf8')).toContain('DANFE');
    expect(await sold(program, file, `${file}-1`)).toBe(ran);
    const line = `document.authorized ${key}`;
    await until('it is told', async () => received.includes(line));
    expect(received.filter((each) => each === line)).toHaveLength(1);
  });

  issues('ends with the words of a refusal', async () => {
    const refused = sold(program, file, `${file}-2`, { LAVRA_KEY: 'ck_unknown' });
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('invalid_api_key') });
  });
});

/** The output of the example. */
describe('lavra mcp', () => {
  const sale = JSON.parse(readFileSync(join(examples, 'sale.json'), 'utf8')) as Record<string, unknown>;
  const justification = 'O cliente desistiu da compra';

  test('previews, drafts, emits with the confirmation that a preview gave, and cancels; the same call twice makes one note', async () => {
    const { ask, close } = await assistant();
    const mcpSale = { ...sale, externalId: 'mcp-1' };
    const preview = await ask('preview_sale', { sale: mcpSale });
    expect(preview.data).toMatchObject({ type: 'NFE', totalValue: expect.any(String) });

    const draft = await ask('draft_sale', { sale: mcpSale });
    const { id } = draft.data as { id: string };
    expect((await ask('draft_sale', { sale: mcpSale })).data).toMatchObject({ id });

    const unseen = await ask('emit_document', { documentId: id, confirmation: 'sim' });
    expect(unseen).toMatchObject({ isError: true, text: expect.stringContaining('preview_emission') });
    const { confirmation } = (await ask('preview_emission', { documentId: id })).data as { confirmation: string };
    const emitted = await ask('emit_document', { documentId: id, confirmation });
    expect(emitted.data).toMatchObject({ id, status: 'AUTHORIZED' });
    const again = await ask('emit_document', { documentId: id, confirmation });
    expect(again).toMatchObject({
      text: expect.stringContaining('Nada foi feito'),
      data: { id, status: 'AUTHORIZED' },
    });
    expect((await ask('find_documents', { search: 'mcp-1', environment: 'HOMOLOGATION' })).data).toMatchObject({
      data: [{ id, status: 'AUTHORIZED' }],
    });

    const wrong = await ask('cancel_document', { documentId: id, justification, confirmation });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('preview_cancellation') });
    const end = await ask('preview_cancellation', { documentId: id, justification });
    const word = (end.data as { confirmation: string }).confirmation;
    await ask('cancel_document', { documentId: id, justification, confirmation: word });
    const over = await until('it is cancelled', async () => {
      const read = await ask('read_document', { documentId: id });
      return (read.data as { status: string }).status === 'CANCELLED' && read;
    });
    expect(over.text).toContain('CANCELLED');
    await close();
  });

  test('a draft that changed since its preview is not emitted', async () => {
    const { ask, close } = await assistant();
    const { id } = (await ask('draft_sale', { sale: { ...sale, externalId: 'mcp-2' } })).data as { id: string };
    const { confirmation } = (await ask('preview_emission', { documentId: id })).data as { confirmation: string };
    await fetch(`${api.url}/v1/fiscal-documents/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${env['LAVRA_KEY']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ additionalInfo: 'mudou' }),
    });
    const refused = await ask('emit_document', { documentId: id, confirmation });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('mudou depois dela') });
    expect((await ask('read_document', { documentId: id })).data).toMatchObject({ status: 'DRAFT' });
    const taxed = await ask('explain_tax', { documentId: id, item: 9 });
    expect(taxed).toMatchObject({ isError: true, text: expect.stringContaining('não há item 9') });
    await close();
  });

  test('explains a rejection, shows sales to learn from, and tells refusals of the API with code and field', async () => {
    const { client, ask, close } = await assistant();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint ?? false])).toEqual([
      ['find_documents', true],
      ['read_document', true],
      ['example_sales', true],
      ['preview_sale', true],
      ['explain_tax', true],
      ['explain_rejection', true],
      ['draft_sale', false],
      ['preview_emission', true],
      ['emit_document', false],
      ['preview_cancellation', true],
      ['cancel_document', false],
    ]);
    expect((await ask('explain_rejection', { code: '539' })).data).toMatchObject({
      code: '539',
      cause: expect.stringMatching(/duplic|outra nota/i),
      help: `${api.url}/docs/rejeicoes/539`,
    });
    expect((await fetch(`${api.url}/docs/rejeicoes/539`)).status).toBe(200);
    const { examples: shown } = (await ask('example_sales', {})).data as { examples: object[] };
    for (const each of shown) expect(await ask('preview_sale', { sale: each })).toHaveProperty('text');
    const refused = await ask('preview_sale', { sale: { ...sale, items: [{ description: 'sem nada' }] } });
    expect(refused).toMatchObject({ isError: true, data: { issues: expect.arrayContaining([expect.any(Object)]) } });
    await close();
  });

  test('a key that may only read creates nothing', async () => {
    const em = acrossCompanies(installation.orm);
    const company = await em.findOneOrFail(Company, { name: demoCompany.name });
    const { secret } = await createKey(em, { company, name: 'assistente', scopes: ['products:read'] });
    const { ask, close } = await assistant({ LAVRA_KEY: secret });
    const refused = await ask('draft_sale', { sale: { ...sale, externalId: 'mcp-3' } });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('insufficient_scope') });
    await close();
  });

  /** A client by the protocol's own library, with the command as its server. */
  async function assistant(settings: Record<string, string> = {}) {
    const client = new Client({ name: 'test', version: '1' });
    const args = [resolve(examples, '../cli/lavra.js'), 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { ...env, ...settings } }));
    const ask = async (name: string, given: object) => {
      const said = await client.callTool({ name, arguments: given as Record<string, unknown> });
      const [text = '', data] = (said.content as { text: string }[]).map((part) => part.text);
      return { text, isError: said.isError ?? false, data: (data === undefined ? null : JSON.parse(data)) as unknown };
    };
    return { client, ask, close: () => client.close() };
  }
});

async function sold(program: string, file: string, number: string, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(program, [join(examples, file), number], { cwd: folder, env: { ...env, ...more } });
  return stdout;
}
