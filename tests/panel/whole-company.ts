import { randomUUID } from 'node:crypto';
import { createLogger } from '../../config/logger.ts';
import { callLog } from '../../operations/calls/call-log.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { PageName } from '../../panel/rights.ts';
import type { newCompany, TestApi } from '../api/fixture.ts';
import { patienceMs } from '../support/checks/until.ts';
import { comparisonOf } from '../support/rows/comparison.ts';
import { pastNoteOf } from '../support/rows/past-note.ts';
import { receivedNote } from '../support/rows/received.ts';
import type { KeptIds } from './page-rows.ts';
import type { startPanel } from './panel-fixture.ts';
import { troubled } from './troubled-company.ts';

type Parts = {
  panel: Awaited<ReturnType<typeof startPanel>>;
  api: TestApi;
  made: Awaited<ReturnType<typeof newCompany>>;
  /** Id of a draft of the company. */
  draft: string;
};

/** Gives a company something to be seen on each of its pages. @returns the ids of its rows, and the paths that the rows of pages have no ids for */
export async function wholeCompany({ panel, api, made, draft }: Parts) {
  const { company, key, keyRow } = made;
  const { orm } = panel;
  const base = `/e/${company.taxId}`;
  const { endpoint, delivery } = await troubled(orm, company);
  const accessKey = `3526111122233300018155001${'7'.repeat(19)}`;
  const { id: received } = await receivedNote(orm, company, { accessKey });
  const [certificate] = await acrossCompanies(orm).execute<{ id: string }[]>(
    'select id from certificate where company_id = ?',
    [company.id],
  );
  await comparisonOf(orm, company, [
    { kind: 'GAP', from: 5, to: 9 },
    { kind: 'CANCELLED_ELSEWHERE', from: 3, documentId: draft },
    { kind: 'UNKNOWN_HERE', from: 4 },
  ]);
  const past = await pastNoteOf(orm, company);
  const client = await api.call('POST', '/v1/clients', { key, body: { name: 'Loja da Esquina' } });
  const at: Partial<Record<PageName, string>> = {
    webhook: `${base}/webhooks/${endpoint}`,
    delivery: `${base}/webhooks/entregas/${delivery}`,
    pastNote: `${base}/notas-de-antes/${past}`,
    receivedNote: `${base}/recebidas/${received}`,
    receivedEvents: `${base}/recebidas/${received}/eventos`,
    receivedEvent: `${base}/recebidas/${received}/eventos/registrar/imobilizacao`,
    integrationCall: `${base}/integracao/chamadas/${await called(orm, { companyId: company.id, keyId: keyRow.id })}`,
    simulator: `${base}/integracao/simulador`,
    importResult: await imported(await panel.person(company.id), `${base}/clientes/importar`),
  };
  const kept: KeptIds = {
    ...{ draft, key: keyRow.id, company: company.taxId },
    ...{ certificate: certificate!.id, client: String(client.body['id']) },
  };
  return { kept, at };
}

/** Writes a call of its system, as the API logs it. */
async function called(orm: Parts['panel']['orm'], of: { companyId: string; keyId: string }): Promise<string> {
  const logger = createLogger({ level: 'error', format: 'json' }, 'api');
  const log = callLog(orm, { logger, everyMs: 60_000, timeoutMs: patienceMs });
  log.add({
    ...{ ...of, at: new Date(), method: 'POST', target: '/v1/fiscal-documents', operation: 'createFiscalDocument' },
    ...{ status: 422, durationMs: 8, requestId: randomUUID(), documentId: null },
    request: Buffer.from('{"type":"NFE","operationNature":"Venda de mercadoria"}'),
    ...{ response: '{"code":"validation_error"}', responseType: 'application/json', responseBytes: 27 },
  });
  await log.over();
  const [call] = await acrossCompanies(orm).execute<{ id: string }[]>(
    'select id from api_call where company_id = ? and status = 422',
    [of.companyId],
  );
  return call!.id;
}

/** Imports a file. @returns the path of its result */
async function imported(person: Awaited<ReturnType<Parts['panel']['person']>>, path: string): Promise<string> {
  const arquivo = new Blob([new Uint8Array(Buffer.from('nome;documento\nPadaria da Vila;\nMercado Bom Preço;1\n'))]);
  const { text } = await person.upload(`${path}/conferir`, { arquivo });
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const { status, location } = await person.upload(path, fields);
  if (location === null) throw new Error(`the file was not brought in: ${status}`);
  return location;
}
