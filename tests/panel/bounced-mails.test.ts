import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { sale as sold } from '../support/samples/sale.ts';
import { startPanel } from './panel-fixture.ts';

let panel: Awaited<ReturnType<typeof startPanel>>;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

test('a mail that came back is shown in the note’s story as sent and as returned, with the words of the server', async () => {
  const { company } = await newCompany(panel.orm);
  const em = acrossCompanies(panel.orm);
  const { id } = authorizedSale(em, { company, payload: sold, client, on: new Date(), number: 1 });
  await em.flush();
  const error = 'O servidor do destinatário devolveu o e-mail: 5.1.1 (550 <script>User unknown)';
  await em.execute(
    `insert into document_mail (id, company_id, document_id, kind, email, status, attempts, error, sent_at, bounced_at, created_at)
     values (gen_random_uuid(), ?, ?, 'ISSUED', 'compras@cliente.example', 'BOUNCED', 1, ?, now() - interval '1 hour', now(),
       now() - interval '1 hour')`,
    [company.id, id, error],
  );
  const reader = await panel.person(company.id, 'COMPANY_READER');
  const { text } = await reader.get(`/e/${company.taxId}/notas/${id}`);
  expect(text.indexOf('E-mail enviado')).toBeGreaterThan(0);
  expect(text.indexOf('E-mail devolvido')).toBeGreaterThan(text.indexOf('E-mail enviado'));
  expect(text).toContain('550 &lt;script&gt;User unknown');
  const mails = (await reader.get(`/e/${company.taxId}/notas/${id}/email`)).text;
  expect(mails).toContain('O endereço não recebe e-mail');
});

test('the addresses that take no mail are listed with why; who issues takes one off the list, of this company alone', async () => {
  const [{ company }, { company: other }] = [await newCompany(panel.orm), await newCompany(panel.orm)];
  const em = acrossCompanies(panel.orm);
  const address = 'compras+<b>@cliente.example';
  for (const { id } of [company, other]) {
    await em.execute(
      `insert into mail_suppression (company_id, email, reason, created_at) values (?, ?, '550 <script>User unknown', now())`,
      [id, address],
    );
  }
  const [reader, issuer] = [
    await panel.person(company.id, 'COMPANY_READER'),
    await panel.person(company.id, 'COMPANY_ISSUER'),
  ];
  const at = `/e/${company.taxId}/emails-recusados`;
  const { text } = await reader.get(at);
  expect(text).toContain('compras+&lt;b&gt;@cliente.example');
  expect(text).toContain('550 &lt;script&gt;User unknown');
  expect(text).not.toContain('Voltar a enviar');
  expect((await reader.post(at, { email: address })).status).toBe(404);
  const pressed = [await issuer.post(at, { email: address }), await issuer.post(at, { email: address })];
  expect(pressed.map(({ status, location }) => [status, location])).toEqual(
    Array(2).fill([303, `${at}?feito=liberado`]),
  );
  expect((await issuer.get(at)).text).toContain('Nenhum.');
  const left = await em.execute('select company_id as id from mail_suppression');
  expect(left).toEqual([{ id: other.id }]);
  const written = await em.execute(
    `select actor_kind as by from audit_entry where company_id = ? and action = 'MAIL_SUPPRESSION_LIFTED'`,
    [company.id],
  );
  expect(written).toEqual([{ by: 'PERSON' }]);
});
