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

test('a mail that came back is told in the note’s story as sent and as returned, with the words of the server', async () => {
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
