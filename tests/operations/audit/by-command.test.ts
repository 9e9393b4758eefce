import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { masterKey, seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { createPerson } from '../../../operations/accounts/people.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany, createKey, createOffice, findCompany } from '../../../operations/provisioning.ts';
import { giveCertificate } from '../../api/fixture.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { becomes } from '../../api/routes/fiscal-documents/documents.ts';
import { companyForm } from '../../cli/company-form.ts';
import { type Ended, lavra, lavraJson } from '../../cli/lavra.ts';
import { make, pfxOf } from '../../domain/companies/making-certificates.ts';
import { linkOf } from '../../support/rows/office.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { actionsOf, commands } from './audited.ts';

const key = randomBytes(32);
const taxId = '11222333000181';
let orm: Orm;
let temporal: TestTemporal;
let company: Company;
let receiver: Receiver;
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  temporal = await testTemporal();
  receiver = await openReceiver();
  folder = await mkdtemp(join(tmpdir(), 'lavra-audit-'));
  const root = make({ name: 'AC Raiz de Teste', ca: true });
  const leaf = make({ name: `LOJA DE TESTE LTDA:${taxId}`, cnpj: taxId, issuer: root });
  await writeFile(join(folder, 'a1.pfx'), pfxOf(leaf, { password, algorithm: '3des' }));
  await writeFile(join(folder, 'ca.pem'), root.pem);
  settings = {
    DATABASE_URL: await testDatabase(),
    TEMPORAL_ADDRESS: temporal.address,
    LAVRA_MASTER_KEY: key.toString('base64'),
    LAVRA_CA_BUNDLE: join(folder, 'ca.pem'),
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
  orm = await patientOrm(settings['DATABASE_URL'] ?? '');
  const series = { '55': 1, '65': 1 };
  company = await createCompany(acrossCompanies(orm), {
    ...companyForm,
    series,
    contingency: { nfce: 'MANUAL', nfe: 'MANUAL' },
  });
  await giveCertificate(orm, company, '2099-12-31T12:00:00Z');
});
afterAll(async () => {
  receiver.close();
  await Promise.all([orm.close(), temporal.close(), rm(folder, { recursive: true })]);
});

const password = 'segredo do A1';
const ofCompany = ['--company', taxId];
let made = 0;
const another = () => cnpjOf(30_000_000 + (made += 1));
const office = () => createOffice(orm, { taxId: another(), name: 'Horizonte' });

/** The options that name a link between the company and an office of its own, with this status. */
async function link(status: 'PENDING' | 'ACTIVE' | null): Promise<string[]> {
  const other = await createCompany(acrossCompanies(orm), { ...companyForm, taxId: another() });
  const { id, taxId: officeTaxId } = await office();
  if (status) await linkOf(orm, { id }, other, { status });
  return ['--office', officeTaxId, '--company', other.taxId];
}

async function endpoint(facts: Partial<WebhookEndpoint> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const sealedSecret = seal(masterKey(key), sealOwner.webhookSecret(company.id, id), 'whsec_test');
  const em = acrossCompanies(orm);
  em.create(WebhookEndpoint, { company: company.id, url: receiver.url, events: [], ...facts, id, sealedSecret });
  await em.flush();
  return id;
}

async function delivery(to: string): Promise<string> {
  const em = acrossCompanies(orm);
  const of = { company: company.id };
  const event = em.create(Event, { ...of, id: newEventId(), type: 'WEBHOOK_TEST', document: null, data: {} });
  const failed = { status: 'FAILED', attempts: 5, roundAttempts: 5, nextAttemptAt: null } as const;
  const row = em.create(WebhookDelivery, { ...of, endpoint: to, event: event.id, ...failed });
  await em.flush();
  return row.id;
}

async function imported(kind: string): Promise<string> {
  const path = join(folder, `${kind}.csv`);
  await writeFile(path, (await lavra(['import', 'template', kind], settings)).out);
  return path;
}

const csrt = [
  '--technical-cnpj',
  '11444777000161',
  '--technical-contact',
  'Ana',
  '--technical-email',
  'ana@ti.example',
];
const reason = 'Sem internet na loja desde as 14h';
const template = JSON.stringify([{ name: 'Venda', type: 'NFE', operationNature: 'Venda de mercadoria', cfop: '5102' }]);

/** The arguments of a command, after everything that it needs was made, and its standard input. */
type Typed = string[] | [string[], string];
const typed: Record<string, () => Promise<Typed>> = {
  'company create': async () => [['--file', '-'], JSON.stringify({ ...companyForm, taxId: another() })],
  'company set': async () => [taxId, '--trade-name', 'Loja'],
  'company deactivate': async () => [taxId],
  'company activate': async () => {
    await lavra(['company', 'deactivate', taxId], settings);
    return [taxId];
  },
  'company csc set': async () => [[taxId, '--id', '1', '--token-stdin'], 'SEU-CODIGO-CSC-CONTRIBUINTE-36-CARAC'],
  'company csc remove': async () => [taxId],
  'company csrt set': async () => {
    await lavra(['company', 'set', taxId, ...csrt, '--technical-phone', '11999998888'], settings);
    return [[taxId, '--id', '01', '--code-stdin'], 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO'];
  },
  'company csrt remove': async () => [taxId],
  'certificate add': async () => [
    [...ofCompany, '--file', join(folder, 'a1.pfx'), '--password-stdin'],
    `${password}\n`,
  ],
  'certificate remove': async () => {
    const { answer } = await lavraJson(['certificate', 'list', ...ofCompany], settings);
    return [(answer as { id: string }[])[0]?.id ?? ''];
  },
  'office create': async () => ['--tax-id', another(), '--name', 'Horizonte'],
  'office suspend': async () => [(await office()).taxId],
  'office resume': async () => {
    const { taxId: suspended } = await office();
    await lavra(['office', 'suspend', suspended], settings);
    return [suspended];
  },
  'key create': async () => [...ofCompany, '--name', 'ERP', '--all-scopes'],
  'key revoke': async () => [(await createKey(acrossCompanies(orm), { company, name: 'ERP', scopes: [] })).key.id],
  'user create': async () => [...ofCompany, '--email', 'ana@example.com', '--name', 'Ana'],
  'user disable': async () => [await personsEmail('bia@example.com')],
  'user reset': async () => [await personsEmail('caio@example.com')],
  'link request': () => link(null),
  'link accept': () => link('PENDING'),
  'link refuse': () => link('PENDING'),
  'link end': () => link('ACTIVE'),
  'link allow-issuing': () => link('ACTIVE'),
  'documents resolve': async () => [(await processingDocument(orm, company)).id, '--reject'],
  'documents retry': async () => [(await processingDocument(orm, company)).id],
  'documents mail': async () => {
    const { id } = await processingDocument(orm, company);
    await becomes(orm, id, 'AUTHORIZED');
    return [id, '--to', 'ana@example.com'];
  },
  'mail suppressions': async () => {
    await acrossCompanies(orm).execute(
      `insert into mail_suppression (company_id, email, reason, created_at) values (?, 'ana@example.com', '550', now())`,
      [company.id],
    );
    return [...ofCompany, '--lift', 'ana@example.com'];
  },
  'contingency enter': async () => [...ofCompany, '--model', 'NFE', '--reason', reason],
  'contingency leave': async () => [...ofCompany, '--model', 'NFE'],
  'contingency give-up': async () => {
    const proposed = { status: 'PROPOSED', waitingKind: 'PERSON', waitingSince: new Date() } as const;
    return [(await replacedNote(orm, company, proposed)).id, ...ofCompany];
  },
  'contingency retry': async () => {
    await replacedNote(orm, company);
    return ofCompany;
  },
  'distribution sync': async () => ofCompany,
  'distribution set-nsu': async () => [...ofCompany, '--source', 'NFE', '--nsu', '7', '--yes'],
  'closings start': async () => {
    const { id: officeId, taxId: officeTaxId } = await office();
    const { id } = await createCompany(acrossCompanies(orm), {
      ...companyForm,
      taxId: another(),
      environment: 'PRODUCTION',
    });
    const closed = await findCompany(acrossCompanies(orm), id);
    await linkOf(orm, { id: officeId }, closed);
    const document = await processingDocument(orm, closed);
    await becomes(orm, document.id, 'AUTHORIZED');
    const [year = '', month = ''] = document.issueDateTime.toISOString().split('-');
    return ['--office', officeTaxId, '--year', year, '--month', String(Number(month))];
  },
  'import clients': async () => [await imported('clients'), ...ofCompany],
  'import xml': async () => [folder, ...ofCompany],
  'import products': async () => [await imported('products'), ...ofCompany],
  'import carriers': async () => [await imported('carriers'), ...ofCompany],
  'import tax-rules': async () => [await imported('tax-rules'), ...ofCompany],
  'import fiscal-templates': async () => [await imported('fiscal-templates'), ...ofCompany],
  'templates load': async () => [['-'], template],
  'templates remove': async () => {
    await lavra(['templates', 'load', '-'], settings, template);
    const { answer } = await lavraJson(['templates', 'list'], settings);
    return [(answer as { id: string }[])[0]?.id ?? ''];
  },
  'webhooks redeliver': async () => {
    const id = await endpoint();
    return [id, '--delivery', await delivery(id)];
  },
  'webhooks enable': async () => [await endpoint({ isActive: false })],
  reconcile: async () => [...ofCompany, '--month', '2026-10', '--no-wait'],
  'restored mark': async () => [],
  'restored leave': async () => {
    await acrossCompanies(orm).execute(
      `insert into found_note (id, restoration_id, company_id, environment, model, series, number, found_at)
       select gen_random_uuid(), id, ?, 'HOMOLOGATION', '55', 1, 1, now() from restoration`,
      [company.id],
    );
    return ['--all'];
  },
  'restored release': async () => ['--yes'],
};

async function personsEmail(email: string): Promise<string> {
  const asked = { email, name: 'Pessoa', companyId: company.id, role: 'COMPANY_READER' } as const;
  return (await createPerson(orm, asked, lavraItself)).person.email;
}

/** This command runs until Ctrl-C; what it creates and removes is audited by the same operations as the others'. */
const untilInterrupted = 'webhooks listen';

const changing = Object.entries(commands).filter(
  ([name, row]) => actionsOf(row).length > 0 && name !== untilInterrupted,
);

test.each(changing.map(([name, row]) => [name, actionsOf(row)[0] ?? ''] as const))(
  'lavra %s writes %s in the name of whoever typed it',
  async (name, action) => {
    const what = await typed[name]!();
    const [args, input = ''] = Array.isArray(what[0]) ? (what as [string[], string]) : [what as string[]];
    const since = new Date();
    const { code, err }: Ended = await lavra([...name.split(' '), ...args], settings, input);
    expect([code, err].join(' ')).toMatch(/^0 /);
    const where = { action: action as AuditEntry['action'], at: { $gte: since } };
    const written = await acrossCompanies(orm).find(AuditEntry, where);
    expect(written.length).toBeGreaterThan(0);
    const { username } = userInfo();
    for (const entry of written) {
      expect(entry).toMatchObject({ actorKind: 'COMMAND_LINE', actorName: username, actorId: null });
    }
  },
);

test('what was changed is listed with who did it, by filters, page by page, and holds no secret', async () => {
  const { answer } = await lavraJson(['audit', ...ofCompany, '--action', 'KEY', '--limit', '1'], settings);
  expect(answer).toMatchObject({
    entries: [{ action: 'KEY_REVOKED', company: { taxId, name: companyForm.name }, details: { name: 'ERP' } }],
    next: expect.any(String),
  });
  const { next } = answer as { next: string };
  const rest = await lavraJson(['audit', ...ofCompany, '--action', 'KEY', '--after', next], settings);
  const { entries } = rest.answer as { entries: { id: string; action: string }[] };
  expect(entries.map((entry) => entry.action)).toEqual(['KEY_CREATED', 'KEY_CREATED']);
  expect(entries.map(({ id }) => id)).not.toContain(next);

  const listed = await lavra(
    ['audit', '--actor', 'COMMAND_LINE', '--since', '2026-01-01', '--limit', '1000'],
    settings,
  );
  expect(listed.out).toContain(`linha de comando ${userInfo().username}`);
  expect(listed.out).toContain('certificado adicionado');
  const all = (await lavra(['audit', '--limit', '1000', '--json'], settings)).out;
  for (const secret of [password, 'SEU-CODIGO-CSC', 'G8063VRTNDMO886', 'whsec_', 'PRIVATE KEY'])
    expect(all).not.toContain(secret);
});

test('nothing is listed of a time or an office in which nothing happened, and a wrong filter is reported', async () => {
  expect((await lavra(['audit', '--until', '2020-01-01'], settings)).out).toContain('Não há registro');
  const { taxId: idle } = await office();
  const { answer } = await lavraJson(['audit', '--office', idle], settings);
  expect(answer).toMatchObject({
    entries: [{ action: 'OFFICE_CREATED', actor: { kind: 'SYSTEM', name: 'Lavra' } }],
    next: null,
  });
  for (const wrong of [
    ['--action', 'FLY'],
    ['--since', 'ontem'],
    ['--after', 'x'],
  ]) {
    expect(await lavraJson(['audit', ...wrong], settings)).toMatchObject({
      error: { error: { code: 'invalid_input' } },
    });
  }
});
