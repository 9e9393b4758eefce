import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyRoles } from '../../domain/accounts/roles.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { Remedy } from '../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies, administering } from '../../operations/in-company.ts';
import { sideOf, remedyHtml } from '../../panel/pages/attention/remedies.ts';
import { newCompany } from '../api/fixture.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { replacedNote } from '../support/rows/replaced.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { startPanel } from './panel-fixture.ts';

const now = new Date('2026-11-27T15:00:00Z');
const id = '01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10';
const company = '11222333000181';

/** One remedy of each kind: a new kind without a row does not compile. */
const remedies: { [Kind in Remedy['kind']]: Extract<Remedy, { kind: Kind }> } = {
  RETRY: { kind: 'RETRY', subject: { what: 'event', id, company } },
  RESOLVE: { kind: 'RESOLVE', subject: { documentId: id } },
  RENEW_CERTIFICATE: { kind: 'RENEW_CERTIFICATE', subject: { company } },
  REACTIVATE_ENDPOINT: { kind: 'REACTIVATE_ENDPOINT', subject: { endpointId: id } },
  REDELIVER_FAILED: { kind: 'REDELIVER_FAILED', subject: { endpointId: id } },
  SYNC: { kind: 'SYNC', subject: { company } },
  ANSWER_INVITATION: { kind: 'ANSWER_INVITATION', subject: { company, office: company } },
  RESEND: { kind: 'RESEND', subject: { mailId: id, company, email: 'x@example.com', role: 'COMPANY_READER' } },
  CLOSE_AGAIN: { kind: 'CLOSE_AGAIN', subject: { closingId: id, company, office: company, year: 2026, month: 10 } },
  SET_NSU: { kind: 'SET_NSU', subject: { company, source: 'NFE', nsu: '12' } },
  MEND_SALE: { kind: 'MEND_SALE', subject: { documentId: id } },
  GIVE_UP_REPLACED: { kind: 'GIVE_UP_REPLACED', subject: { noteId: id, company } },
  WAIT: { kind: 'WAIT', subject: null },
  OPERATOR: { kind: 'OPERATOR', subject: { task: 'EXAMINE', company } },
};
const base = `/e/${company}`;
const place = { base, now, title: 'NF-e 1/7', until: null, syncAllowedAt: null };
/** What an administrator is offered for each kind. */
const helps: Record<Remedy['kind'], string> = {
  RETRY: `action="${base}/atencao/tentar"`,
  RESOLVE: `href="${base}/notas/${id}/decidir"`,
  RENEW_CERTIFICATE: `href="${base}/certificado"`,
  REACTIVATE_ENDPOINT: `action="${base}/webhooks/${id}/reativar"`,
  REDELIVER_FAILED: `href="${base}/webhooks/entregas?webhook=${id}&amp;situacao=falhou"`,
  SYNC: `action="${base}/atencao/consultar"`,
  ANSWER_INVITATION: `href="${base}/escritorio"`,
  RESEND: `action="${base}/atencao/reenviar"`,
  CLOSE_AGAIN: 'O escritório refaz o fechamento',
  SET_NSU: 'Peça a quem opera o Lavra',
  MEND_SALE: `href="${base}/notas/${id}"`,
  GIVE_UP_REPLACED: `action="${base}/atencao/inutilizar"`,
  WAIT: 'Nada a fazer',
  OPERATOR: `lavra doctor --company ${company}`,
};

describe.each(Object.values(remedies))('$kind', (remedy) => {
  test('has its button, or a sentence that says who moves', () => {
    expect(remedyHtml(remedy, { ...place, role: 'COMPANY_ADMIN' }).text.replaceAll('&amp;', '&')).toContain(
      helps[remedy.kind].replaceAll('&amp;', '&'),
    );
  });

  test('gives who only looks no form, and always a word', () => {
    for (const role of companyRoles) {
      const { text } = remedyHtml(remedy, { ...place, role });
      expect(text.replaceAll(/<[^>]+>/g, '').trim()).not.toBe('');
      if (role === 'COMPANY_READER') expect(text).not.toContain('<form');
    }
  });
});

test('what nobody has to do something about says until when; a source that may not be asked yet says from when on', () => {
  const role = 'COMPANY_ADMIN';
  const later = new Date(now.getTime() + 30 * 60_000);
  expect(remedyHtml(remedies.WAIT, { ...place, role, until: later }).text).toContain('segue sozinho às 12:30');
  const asked = remedyHtml(remedies.SYNC, { ...place, role, syncAllowedAt: later }).text;
  expect(asked).toContain('pode ser pedida às 12:30');
  expect(asked).not.toContain('<form');
  expect(sideOf(remedies.WAIT)).toBe('NOBODY');
  expect(sideOf(remedies.OPERATOR)).toBe('OPERATOR');
});

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let own: Company;
let other: Company;

beforeAll(async () => {
  panel = await startPanel();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);
const actionsOf = async (of: Company): Promise<string[]> =>
  (
    await em().execute<{ action: string }[]>('select action from audit_entry where company_id = ? order by at, id', [
      of.id,
    ])
  ).map(({ action }) => action);

let numbers = 0;

async function waiting(of: Company, waitingKind: WaitKind, waitingFor: string): Promise<string> {
  const document = await processingDocument(panel.orm, of);
  const wait = {
    waitingKind,
    waitingSince: new Date(Date.now() - 600_000),
    waitingFor,
    series: 1,
    number: (numbers += 1),
  };
  await em().nativeUpdate(Document, { id: document.id }, wait);
  return document.id;
}

test('a company to which nothing happens is told that nothing waits', async () => {
  const { company: calm } = await newCompany(panel.orm);
  const { text } = await (await panel.person(calm.id)).get(`/e/${calm.taxId}/atencao`);
  expect(text).toContain('<h2>Nada espera</h2>');
});

test('what waits of a company is there with its remedy, nothing of another, and no name of a program', async () => {
  const attack = '<script>alert(1)</script>';
  const stopped = await waiting(own, 'PERSON', `A SEFAZ tem outra nota. ${attack}`);
  const theirs = await waiting(other, 'CERTIFICATE', 'Só da outra.');
  const ours = await waiting(own, 'OURS', 'Falha interna.');
  await waiting(own, 'AUTHORITY_PAUSED', 'A SEFAZ parou o serviço.');
  await waiting(own, 'AUTHORITY_UNREACHABLE', 'A SEFAZ não responde.');
  const { id: endpoint } = await newEndpoint(
    panel.orm,
    { company: own },
    { url: `https://erp.example.com/h?s=segredo` },
  );
  const off = { isActive: false, disabledReason: 'Desativado após 5 falhas.', disabledAt: new Date() };
  await em().nativeUpdate(WebhookEndpoint, { id: endpoint }, off);
  const { office } = await newOffice(panel.orm, { name: `Contábil ${attack}` });
  await linkOf(panel.orm, office, own, { status: 'PENDING' });
  const asked = em();
  for (const source of ['NFE', 'NFSE'] as const) {
    asked.create(Distribution, {
      company: own.id,
      environment: own.environment,
      source,
      status: 'PAUSED',
      reason: 'x',
    });
  }
  await asked.flush();

  const admin = await panel.person(own.id);
  const { status, text } = await admin.get(`/e/${own.taxId}/atencao`);
  expect(status).toBe(200);
  for (const words of [
    'Precisam de alguém da empresa',
    'Precisam de quem opera o Lavra',
    'Seguem sozinhas',
    `href="/e/${own.taxId}/notas/${stopped}/decidir"`,
    `value="${ours}"`,
    `webhooks/${endpoint}/reativar`,
    'Avisos ao seu sistema, em erp.example.com',
    'Convite de Contábil &lt;script&gt;',
    'Documentos recebidos de serviços (NFS-e)',
    'há 10 min',
  ]) {
    expect(text).toContain(words);
  }
  for (const words of [theirs, 'Só da outra', attack, 'segredo', 'HOMOLOGATION', 'PENDING', 'OURS']) {
    expect(text).not.toContain(words);
  }
  const reader = await (await panel.person(own.id, 'COMPANY_READER')).get(`/e/${own.taxId}/atencao`);
  expect(reader.text).not.toMatch(/<form method="post" action="\/e\//);
  expect(reader.text).toContain('Quem emite ou administra a empresa pode mandar tentar agora.');
});

test('trying again is refused for what is another company’s, unknown, or over; while the queue is away nothing is written', async () => {
  const mine = await waiting(own, 'OURS', 'Falha.');
  const theirs = await waiting(other, 'OURS', 'Falha.');
  const issuer = await panel.person(own.id, 'COMPANY_ISSUER');
  const path = `/e/${own.taxId}/atencao/tentar`;
  for (const sent of [
    { que: 'document', id: theirs },
    { que: 'event', id: mine },
    { que: 'document', id: `x'--` },
    { que: 'toString', id: mine },
    {},
  ]) {
    const refused = await issuer.post(path, sent);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/role="alert">Isto já não espera/);
  }
  expect((await issuer.post(path, { que: 'document', id: mine })).status).toBe(503);
  expect(await actionsOf(own)).not.toContain('RETRY_REQUESTED');
});

test('sources that were asked lately are not asked again, and the queue being away takes the request back', async () => {
  const { company: quiet } = await newCompany(panel.orm);
  const admin = await panel.person(quiet.id);
  const path = `/e/${quiet.taxId}/atencao/consultar`;
  expect((await admin.post(path)).status).toBe(503);
  expect(await actionsOf(quiet)).toEqual(expect.arrayContaining(['DISTRIBUTION_SYNC_REQUESTED', 'REQUEST_WITHDRAWN']));
  await em().execute(`update distribution set not_before = now() + interval '40 minutes' where company_id = ?`, [
    quiet.id,
  ]);
  const refused = await admin.post(path);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('pedem uma hora entre consultas');
  await em().execute(`update distribution set status = 'PAUSED', reason = 'x' where company_id = ?`, [quiet.id]);
  const shown = async () => (await admin.get(`/e/${quiet.taxId}/atencao`)).text;
  expect(await shown()).toContain('A próxima consulta pode ser pedida');
  // A source without a row may be asked, however lately the other one was.
  await em().execute(`delete from distribution where company_id = ? and source = 'NFSE'`, [quiet.id]);
  expect(await shown()).toContain(`action="${path}"`);
});

test('the number of a replaced note is given up once, by the company that it is of', async () => {
  const proposed = { status: 'PROPOSED', waitingKind: 'PERSON', waitingSince: new Date() } as const;
  const [mine, theirs] = [await replacedNote(panel.orm, own, proposed), await replacedNote(panel.orm, other, proposed)];
  const issuer = await panel.person(own.id, 'COMPANY_ISSUER');
  const path = `/e/${own.taxId}/atencao/inutilizar`;
  expect((await issuer.get(`/e/${own.taxId}/atencao`)).text).toMatch(/Isso não pode ser\s+desfeito/);
  for (const sent of [{ id: theirs.id }, { id: randomUUID() }, {}])
    expect((await issuer.post(path, sent)).status).toBe(400);
  const done = await issuer.post(path, { id: mine.id });
  expect([done.status, done.location]).toEqual([303, `/e/${own.taxId}/atencao?feito=inutilizando`]);
  expect((await issuer.post(path, { id: mine.id })).text).toContain('já foi aprovada e está em curso');
  expect((await em().findOneOrFail(ReplacedNote, { id: mine.id })).isGiveUpApproved).toBe(true);
  expect((await em().findOneOrFail(ReplacedNote, { id: theirs.id })).isGiveUpApproved).toBe(false);
  expect(await actionsOf(own)).toContain('REPLACED_NOTE_GIVEN_UP');
});

test('of a replaced note the panel writes nothing but that, and of offices it knows those of its links alone', async () => {
  const note = await replacedNote(panel.orm, own, { status: 'PROPOSED' });
  const acting = { id: own.id, actor: lavraItself };
  const write = (sql: string) => administering(panel.own, acting, (tx) => tx.execute(sql));
  await expect(write(`update replaced_note set status = 'SPENT' where id = '${note.id}'`)).rejects.toThrow(
    /violates row-level security/,
  );
  await expect(write(`update replaced_note set protocol = '1' where id = '${note.id}'`)).rejects.toThrow(
    /permission denied/,
  );
  const { office: linked } = await newOffice(panel.orm);
  await newOffice(panel.orm);
  const { company: third } = await newCompany(panel.orm);
  await linkOf(panel.orm, linked, third);
  const seen = await administering(panel.own, { ...acting, id: third.id }, (tx) => tx.execute('select id from office'));
  expect(seen).toEqual([{ id: linked.id }]);
});
