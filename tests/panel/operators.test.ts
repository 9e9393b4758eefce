import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { contingencyDefaults } from '../../domain/companies/settings.ts';
import { AuthorityChange, AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import { ContingencyEntry } from '../../domain/contingency/contingency-entry.entity.ts';
import { nobody } from '../../domain/companies/ownership.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { enterContingency } from '../../operations/contingency/by-hand.ts';
import { acrossCompanies, onlyReading, operating, overseeing } from '../../operations/in-company.ts';
import { giveCertificate, newCompany, shopSettings } from '../api/fixture.ts';
import { replacedNote } from '../support/rows/replaced.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { type Operated, startOperated } from './operators-fixture.ts';

let panel: Operated['panel'];
let one: Operated['one'];
let other: Operated['other'];
let operator: Operated['operator'];
let reader: Operated['reader'];
let administrator: Operated['administrator'];
let entriesOf: Operated['entriesOf'];
let byOperator: Operated['byOperator'];

beforeAll(async () => {
  ({ panel, one, other, operator, reader, administrator, entriesOf, byOperator } = await startOperated({
    runAddress: (id) => `https://temporal.example.com/?run=${encodeURIComponent(id)}`,
  }));
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);

let numbers = 0;
async function waiting(of: Company, waitingKind: WaitKind, waitingFor: string): Promise<string> {
  const { id } = await processingDocument(panel.orm, of);
  const waitingSince = new Date(Date.now() - 600_000);
  await em().nativeUpdate(
    Document,
    { id },
    { waitingKind, waitingFor, waitingSince, series: 1, number: (numbers += 1) },
  );
  return id;
}

/** Expects 404 for an operator who may only read, and for an administrator of a company. */
async function shut(path: string, fields: Record<string, string> = {}): Promise<void> {
  for (const person of [reader, administrator]) expect((await person.post(path, fields)).status).toBe(404);
}

test('what waits of all companies is listed with its company, its run and its remedy, counted by type, and filtered', async () => {
  const stopped = await waiting(one, 'PERSON', 'A SEFAZ tem outra nota.');
  const ours = await waiting(other, 'OURS', 'Falha interna.');
  await em().execute(
    `insert into worker_presence (place, started_at, seen_at) values ('10.0.0.7:9464', now() - interval '1 day', now() - interval '1 minute')`,
  );
  const { text, status } = await operator.get('/o/atencao');
  expect(status).toBe(200);
  for (const words of [
    'Precisam de quem opera',
    `/o/atencao/${one.taxId}/${stopped}/decidir`,
    `value="${ours}"`,
    `https://temporal.example.com/?run=${encodeURIComponent(`emission/${ours}/1`)}`,
    'Worker de 10.0.0.7:9464',
    'npm run worker',
    'Notas <b>2</b>',
  ]) {
    expect(text).toContain(words);
  }
  const workers = (await operator.get('/o/atencao?tipo=workers')).text;
  expect(workers).toContain('Worker de 10.0.0.7:9464');
  expect(workers).not.toContain(stopped);
  const ofOne = (await operator.get(`/o/atencao?empresa=${one.taxId}`)).text;
  expect(ofOne).toContain(stopped);
  expect(ofOne).not.toContain(ours);
  expect((await operator.get('/o/atencao?empresa=11111111111111')).status).toBe(400);
  const looked = (await reader.get('/o/atencao')).text;
  expect(looked).toContain('o seu papel só consulta');
  expect(looked).not.toMatch(/<form method="post" action="\/o\//);
  expect((await administrator.get('/o/atencao')).status).toBe(404);
});

test('a remedy is done for the company of its item, in the name of who operates; nobody else may', async () => {
  const note = await replacedNote(panel.orm, other, {
    status: 'PROPOSED',
    waitingKind: 'PERSON',
    waitingSince: new Date(),
  });
  const sent = { id: note.id, empresa: other.taxId };
  await shut('/o/atencao/inutilizar', sent);
  expect((await operator.post('/o/atencao/inutilizar', { ...sent, empresa: one.taxId })).status).toBe(400);
  expect((await operator.post('/o/atencao/inutilizar', { ...sent, empresa: '1' })).status).toBe(404);
  const done = await operator.post('/o/atencao/inutilizar', sent);
  expect([done.status, done.location]).toEqual([303, '/o/atencao?feito=inutilizando']);
  expect((await em().findOneOrFail(ReplacedNote, { id: note.id })).isGiveUpApproved).toBe(true);
  expect(await entriesOf(other)).toContainEqual(byOperator('REPLACED_NOTE_GIVEN_UP'));
  const ours = await waiting(one, 'OURS', 'Falha.');
  const path = '/o/atencao/tentar';
  expect((await operator.post(path, { que: 'document', id: ours, empresa: other.taxId })).status).toBe(400);
  // The queue is away: nothing is written.
  expect((await operator.post(path, { que: 'document', id: ours, empresa: one.taxId })).status).toBe(503);
  expect(await entriesOf(one)).not.toContainEqual(byOperator('RETRY_REQUESTED'));
});

test('a note that has stopped is decided about on the page of the company’s people, sent to the operator’s address', async () => {
  const stopped = await waiting(one, 'PERSON', 'A SEFAZ tem outra nota.');
  const path = `/o/atencao/${one.taxId}/${stopped}/decidir`;
  expect((await operator.get(path)).text).toContain(`action="${path}"`);
  expect((await operator.get(`/o/atencao/${other.taxId}/${stopped}/decidir`)).status).toBe(404);
  const refused = await operator.post(path, { decisao: 'rejeitar' });
  expect([refused.status, refused.text.includes('Marque que conferiu')]).toEqual([400, true]);
  await shut(path, { decisao: 'rejeitar', sure: 'sim' });
  expect((await reader.get(path)).status).toBe(404);
});

describe('authorities', () => {
  const service = { authorizer: 'SVRS', environment: 'PRODUCTION', model: '65', state: '' } as const;

  test('each service says how it stands, what was seen of it and when, as a strip that has words', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const now = em();
    const reason = 'O serviço parou (108).';
    const row = { ...service, standing: 'SHUT', since: ago(2), reason, cStat: '108', updatedAt: ago(2) } as const;
    now.create(AuthorityStanding, row);
    const changes = [
      { standing: 'SHUT', reason, changedAt: ago(30) },
      { standing: 'OPEN', reason: 'Voltou (107).', changedAt: ago(27) },
      { standing: 'SHUT', reason, changedAt: ago(2) },
    ] as const;
    for (const change of changes) now.create(AuthorityChange, { ...service, cStat: null, ...change });
    await now.flush();
    for (const person of [operator, reader]) {
      const { text } = await person.get('/o/autoridades');
      expect(text).toContain('aria-label="SVRS, NFC-e nos últimos sete dias: 2 interrupções, 5 h fora do ar"');
      expect(text.match(/data-standing="SHUT"/g)).toHaveLength(2);
      expect(text).toContain('Voltou (107).');
    }
    expect((await administrator.get('/o/autoridades')).status).toBe(404);
  });

  test('a contingency is entered and left for a company, by an operator who proved lately who she is', async () => {
    const contingency = { ...contingencyDefaults, nfce: 'MANUAL', nfe: 'MANUAL' } as const;
    const { company } = await newCompany(panel.orm, { settings: { ...shopSettings, contingency } });
    const base = `/o/autoridades/${company.taxId}`;
    expect((await operator.get(`/o/autoridades?empresa=${company.taxId}`)).location).toBe(base);
    expect((await operator.get(base)).text).toContain(`${base}/entrar?tipo=nfe`);
    expect((await reader.get(base)).text).not.toContain('/entrar');
    const sent = { tipo: 'nfe', ambiente: 'homologation', reason: 'SEFAZ fora do ar desde as 14h' };
    await shut(`${base}/entrar`, sent);
    const short = await operator.post(`${base}/entrar`, { ...sent, reason: 'curto' });
    expect([short.status, short.text.includes('de 15 a 256')]).toEqual([400, true]);

    await em().execute(`update panel_session set confirmed_at = now() - interval '11 minutes' where person_id = ?`, [
      operator.id,
    ]);
    expect((await operator.post(`${base}/entrar`, sent)).status).toBe(403);
    expect((await operator.get(`${base}/entrar?tipo=nfe`)).location).toMatch(/^\/confirmar/);
    await em().execute(`update panel_session set confirmed_at = now() where person_id = ?`, [operator.id]);

    const entered = await operator.post(`${base}/entrar`, sent);
    expect([entered.status, entered.location]).toEqual([303, `${base}?ambiente=homologation&feito=entrou`]);
    expect((await operator.post(`${base}/entrar`, sent)).text).toContain('já foi declarada');
    expect((await operator.get('/o/autoridades')).text).toContain('SEFAZ fora do ar desde as 14h');
    const left = await operator.post(`${base}/sair`, { tipo: 'nfe', ambiente: 'homologation' });
    expect(left.location).toBe(`${base}?ambiente=homologation&feito=saiu`);
    expect(await entriesOf(company)).toEqual(
      expect.arrayContaining([byOperator('CONTINGENCY_ENTERED'), byOperator('CONTINGENCY_LEFT')]),
    );
    const [entry] = await em().find(ContingencyEntry, { company: company.id });
    expect(entry?.leftAt).toBeInstanceOf(Date);
  });
});

test('certificates that end are listed with those that ended and those that never came; quotas with what is left', async () => {
  const soon = (await newCompany(panel.orm, { certificateEnds: null })).company;
  await giveCertificate(panel.orm, soon, new Date(Date.now() + 10 * 86_400_000).toISOString());
  const none = (await newCompany(panel.orm, { certificateEnds: null })).company;
  const { text } = await reader.get('/o/certificados');
  expect(text).toContain('em 10 dias');
  expect(text).toContain('Sem certificado');
  for (const { taxId } of [soon, none]) expect(text).toContain(`/e/${taxId}/notas`);
  expect(text).not.toContain(`/e/${one.taxId}/notas`);
  const limited = (await newCompany(panel.orm, { settings: { ...shopSettings, monthlyQuota: 1_200 } })).company;
  const quotas = (await reader.get('/o/cotas')).text;
  expect(quotas).toContain('0 de 1.200');
  expect(quotas).toContain(limited.taxId);
  expect(quotas).not.toContain(`/e/${one.taxId}/notas`);
  for (const path of ['/o/certificados', '/o/cotas']) expect((await administrator.get(path)).status).toBe(404);
});

test('tables of the law are shown with their days, and what is missing; a day to come is rehearsed as a page that goes on', async () => {
  const tables = (await reader.get('/o/tabelas')).text;
  for (const words of [
    'IBS e CBS',
    'PIS e COFINS acabam',
    '01/01/2027',
    'Não há esquemas instalados aqui para',
    'Esquemas oficiais',
  ]) {
    expect(tables).toContain(words);
  }
  // Wording of the shell, as in "a partir de 2027-01-01, em 33 dia(s)".
  expect(tables).not.toMatch(/\(s\)|\d{4}-\d\d-\d\d/);
  expect((await administrator.get('/o/tabelas')).status).toBe(404);
  expect((await reader.get('/o/tabelas/ensaio')).text).not.toContain('<form class="stack"');
  const sent = { empresa: one.taxId, dia: '2027-01-04', dias: '30', cbs: '8,8' };
  await shut('/o/tabelas/ensaio', sent);
  const unknown = await operator.post('/o/tabelas/ensaio', { ...sent, empresa: '11111111111111' });
  expect([unknown.status, unknown.text.includes('Não há empresa com este CNPJ ou CPF.')]).toEqual([400, true]);
  const refused = await operator.post('/o/tabelas/ensaio', { ...sent, dia: 'ontem', cbs: 'muito' });
  expect(refused.text).toContain('Diga um percentual, como 8,8');
  const before = await em().count(Document);
  const rehearsed = await operator.post('/o/tabelas/ensaio', sent);
  expect(rehearsed.status).toBe(200);
  expect(rehearsed.text).toContain('<h2 id="resultado">Resultado</h2>');
  expect(rehearsed.text).toContain('supõem uma alíquota da CBS');
  expect(rehearsed.text.trim()).toMatch(/<\/html>$/);
  expect(await em().count(Document)).toBe(before);
});

test('the installation is examined where an operator asks for it: each finding with its mend, none of a secret', async () => {
  const looked = (await reader.get('/o/saude')).text;
  for (const words of ['10.0.0.7:9464', 'Não responde', 'PostgreSQL', '0.0.0-test']) expect(looked).toContain(words);
  expect(looked).not.toContain('>Examinar<');
  await shut('/o/saude', { que: 'instalacao' });
  expect((await administrator.get('/o/saude')).status).toBe(404);
  const { text, status } = await operator.post('/o/saude', { que: 'instalacao' });
  expect(status).toBe(200);
  expect(text).toMatch(/<b>migrações<\/b>: em dia/);
  expect(text).toMatch(/<b>isolamento entre empresas<\/b>: segurança por linha ativa/);
  expect(text).toMatch(/<b>Temporal<\/b>: não responde[\s\S]*O que fazer: confira TEMPORAL_ADDRESS/);
  expect(text).toMatch(/<b>usuários do banco de dados<\/b>: o painel conecta como/);
  expect(text).toMatch(/<b>chave mestra<\/b>/);
  expect(text).toContain('<h2 id="resumo">Resumo</h2>');
  expect(text.trim()).toMatch(/<\/html>$/);
  const ofOne = (await operator.post('/o/saude', { que: 'empresa', empresa: one.taxId })).text;
  expect(ofOne).toContain('o que espera');
  expect(ofOne).toContain('<b>certificado</b>');
  expect((await operator.post('/o/saude', { que: 'empresa', empresa: '1' })).status).toBe(400);
});

test('the database lets who only looks change nothing, and who looks over all companies neither', async () => {
  const acting = {
    keyId: nobody,
    companies: null,
    actor: { kind: 'PERSON', id: reader.id, name: 'x', office: null },
  } as const;
  const place = { company: one, environment: 'HOMOLOGATION', type: 'NFE' } as const;
  const settings = { ...shopSettings, contingency: { ...contingencyDefaults, nfe: 'MANUAL' as const } };
  const enter = () =>
    operating(panel.own, acting, one.id, (tx) =>
      enterContingency(tx, { ...place, company: Object.assign(one, { settings }) }, 'SEFAZ fora do ar desde as 14h'),
    );
  await expect(onlyReading(enter)).rejects.toThrow(/read-only transaction/);
  const write = (sql: string) => overseeing(panel.own, acting, (tx) => tx.execute(sql));
  await expect(write(`update document set number = 1`)).rejects.toThrow(/read-only transaction|permission denied/);
  // Nothing of another company is written, whatever the statement.
  const elsewhere = operating(panel.own, acting, one.id, (tx) =>
    tx.execute(
      `insert into contingency_entry (id, company_id, environment, model, reason, entered_at)
       values (gen_random_uuid(), ?, 'HOMOLOGATION', '55', 'SEFAZ fora do ar', now())`,
      [other.id],
    ),
  );
  await expect(elsewhere).rejects.toThrow(/violates row-level security/);
  for (const sql of [
    `update authority_standing set standing = 'OPEN'`,
    'delete from worker_presence',
    `update contingency_entry set reason = 'x'`,
    'select hash from operator_key',
    'select token_hash from panel_session',
  ]) {
    await expect(operating(panel.own, acting, one.id, (tx) => tx.execute(sql))).rejects.toThrow(/permission denied/);
  }
});
