import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditActions } from '../../domain/audit/actions.ts';
import { type ActorKind, actorKinds } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { actionsOf, type AuditGroup, auditGroups, entryInWords, whoOf } from '../../panel/parts/audit-words.ts';
import { newCompany } from '../api/fixture.ts';
import { actionsOf as actionsOfForm, byPeople } from '../operations/audit/audited.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { forms } from './audited-forms.ts';
import { startPanel } from './panel-fixture.ts';

test('every action is a sentence, whatever its details are, and belongs to what it is about', () => {
  const odd: (AuditDetails | null)[] = [null, {}, { host: 1, count: null, name: ['x'], startNumber: 'a' }];
  for (const action of auditActions) {
    for (const details of odd) {
      const says = entryInWords({ action, details });
      expect([action, says]).toEqual([action, expect.stringMatching(/^[a-zà-ú]/)]);
      expect(says).not.toMatch(/[A-Z]{2,}_|undefined|null/);
    }
  }
  const groups = Object.keys(auditGroups) as AuditGroup[];
  expect(groups.flatMap(actionsOf).toSorted()).toEqual([...auditActions].toSorted());
  expect(entryInWords({ action: 'FUTURE_THING' as never, details: null })).toContain('não conhece');
});

test('every form of the panel says what it writes down', () => {
  const paths = formsIn(panel.app);
  expect(paths.length).toBeGreaterThan(150);
  expect(new Set(paths)).toEqual(new Set(Object.keys(forms)));
});

test('every action of the panel is one of a form', () => {
  const written = new Set(Object.values(forms).flatMap(actionsOfForm));
  const byPages = ['SUPPORT_OPENED', 'OFFICE_SUPPORT_OPENED', 'PERSON_IDENTITY_LINKED'] as const;
  expect(byPeople.filter((action) => !written.has(action)).toSorted()).toEqual(byPages.toSorted());
});

test('everybody who may change something has a name', () => {
  const office = { id: '1', taxId: '1', name: 'Contábil' };
  const names = actorKinds.map((kind) => whoOf({ actor: { kind, id: null, name: 'x' }, office }));
  const operator = ['Programa de quem opera o Lavra (chave “x”)', 'Quem opera o Lavra (x)'];
  expect(names.toSorted()).toEqual(['Chave “x”', 'Contábil (chave “x”)', 'x', ...operator, 'Lavra'].toSorted());
});

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let own: Company;
let other: Company;
let admin: Awaited<ReturnType<Panel['person']>>;
const attack = '<script>alert(1)</script>';

beforeAll(async () => {
  panel = await startPanel();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
  admin = await panel.person(own.id);
});
afterAll(() => panel.close());

type Entry = { kind?: ActorKind; name?: string; action?: string; at?: string; details?: AuditDetails; office?: string };

async function written(
  company: Company,
  { kind = 'COMPANY_KEY', name = 'loja', ...rest }: Entry,
  times = 1,
): Promise<void> {
  const { action = 'CLIENT_CREATED', at = '2026-11-20T15:00:00Z', details = {}, office = null } = rest;
  await acrossCompanies(panel.orm).execute(
    `insert into audit_entry (id, at, actor_kind, actor_name, company_id, office_id, action, details, request_id)
     select gen_random_uuid(), ?, ?, ?, ?, ?, ?, ?::jsonb, 'req-7' from generate_series(1, ?)`,
    [at, kind, name, company.id, office, action, JSON.stringify(details), times],
  );
}

const at = (query = '', of = own): string => `/e/${of.taxId}/auditoria${query}`;

test('a company reads who changed what, by name, and nothing of another', async () => {
  const { office } = await newOffice(panel.orm, { name: `Contábil ${attack}` });
  await linkOf(panel.orm, office, own);
  await written(own, { name: `loja ${attack}` });
  await written(own, { kind: 'OFFICE_KEY', name: 'robô', action: 'DOCUMENT_CREATED', office: office.id });
  await written(own, {
    kind: 'COMMAND_LINE',
    name: 'root',
    action: 'KEY_CREATED',
    details: { name: attack, hint: 'a1b2' },
  });
  await written(own, { action: 'WEBHOOK_REDELIVERY_REQUESTED', details: { host: 'erp.example.com', count: 312 } });
  await written(other, { name: 'só da outra' });
  const { status, text } = await admin.get(at());
  expect(status).toBe(200);
  const plain = text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  for (const words of [
    'Chave “loja &lt;script&gt;alert(1)&lt;/script&gt;” cadastrou um cliente.',
    'Contábil &lt;script&gt;alert(1)&lt;/script&gt; (chave “robô”) criou uma nota.',
    'Quem opera o Lavra (root) criou a chave “&lt;script&gt;alert(1)&lt;/script&gt;” (a1b2).',
    'mandou reenviar 312 entregas ao webhook em erp.example.com.',
    'Código do pedido req-7',
  ]) {
    expect(plain).toContain(words);
  }
  for (const words of [attack, 'só da outra', 'CLIENT_CREATED', 'COMMAND_LINE</']) expect(text).not.toContain(words);
});

test('filters and pages bring each entry once, and what makes no sense in them counts as not said', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  await written(company, {}, 70);
  await written(company, { name: 'caixa', action: 'PRODUCT_CREATED', at: '2026-11-22T02:59:59Z' }, 3);
  await written(company, { name: 'caixa', action: 'WEBHOOK_TESTED', at: '2026-11-22T03:00:00Z' }, 2);
  const counted = async (query: string): Promise<number> => {
    let all = 0;
    let path: string | undefined = at(query, company);
    while (path) {
      const { text }: { text: string } = await person.get(path);
      all += [...text.matchAll(/<li>\s*<time/g)].length;
      path = /rel="next" href="([^"]+)"/.exec(text.replaceAll(/\s+/g, ' '))?.[1]?.replaceAll('&amp;', '&');
    }
    return all;
  };
  const others = (await counted('')) - 75;
  expect(others).toBeGreaterThan(0); // the entry about her own access
  expect(await counted(`?quem=${encodeURIComponent('COMPANY_KEY:caixa')}`)).toBe(5);
  expect(await counted('?oque=records&de=2026-11-01')).toBe(73);
  expect(await counted('?de=2026-11-21&ate=2026-11-21')).toBe(3);
  expect(await counted('?oque=webhooks&de=2026-11-22&ate=2026-11-22')).toBe(2);
  expect(await counted('?oque=x&quem=EU&de=ontem&ate[]=1&depois=y')).toBe(75 + others);
  expect((await person.get(at('?oque=people&de=2020-01-01&ate=2020-01-02', company))).text).toContain(
    'Nada com estes filtros',
  );
});

test('the file is of the same filter and company, and nothing in it is computed by a spreadsheet', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  for (const name of ['=HYPERLINK("http://x")', '+1', '-1', '@x', '\t=1', '\r\n=2', ' ；"x";y']) {
    await written(company, { kind: 'PERSON', name });
  }
  await written(company, { action: 'PRODUCT_CREATED', kind: 'PERSON', name: 'fora' });
  const { text, headers } = await person.get(at('/planilha?oque=records&ate=2026-11-20', company));
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename=auditoria-${company.taxId}.csv`);
  const [heading, ...lines] = text.trim().split('\r\n');
  expect(heading).toContain('Quando (Brasília);Quem');
  expect(lines).toHaveLength(8);
  const cells = lines.map((line) => line.split(';')[1]!.replace(/^"/, ''));
  for (const cell of cells) expect(cell).not.toMatch(/^[\s]*[=+\-@]/);
  expect(cells).toContain(`'=HYPERLINK(""http://x"")"`);
  expect(lines[0]).toMatch(/^20\/11\/2026 12:00:00;/);
  expect((await person.get(at('/planilha'))).status).toBe(404);
});

/** As Express keeps what it routes: a layer is a route, or has a router with layers of its own. */
type Layer = { route?: { path: string; methods: Record<string, boolean> }; handle?: { stack?: Layer[] } };

/** The paths to which the pages of people send forms. */
function formsIn({ router }: { router: unknown }): string[] {
  const inside = ({ route, handle }: Layer): string[] => {
    if (route) return route.methods['post'] ? [route.path] : [];
    return handle?.stack?.flatMap(inside) ?? [];
  };
  return (router as { stack: Layer[] }).stack.flatMap(inside).filter((path) => !path.startsWith('/admin/'));
}
