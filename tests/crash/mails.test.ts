import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentMail } from '../../domain/documents/mails/document-mail.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeMails } from '../../temporal/start.ts';
import { untilTemporalTakes, watchFor, until } from '../support/checks/until.ts';
import { killsFor } from '../support/faults/kills.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';

/** Early, in the middle and late in what is due. */
const kills = killsFor(3);
/** More than a visit has under way at each kill, so that some are always left for the next. */
const mailsInAll = 40 * kills;
/** The most mails that a visit has under way at once (`activities/webhooks/lanes.ts`). */
const lanes = 16;

let deployment: Deployment;
let server: MailServer;
/** The number of mails that the server answers before it goes silent; it goes on after `afterKill`. */
let answered = Infinity;
let afterKill = Promise.withResolvers<void>();
beforeAll(async () => {
  server = await mailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // The server has the whole mail, and confirms it only after the kill: SMTP cannot tell that from a lost mail.
    onTaken: async () => {
      if (server.mails.length > answered) await afterKill.promise;
    },
  });
  deployment = await openDeployment({
    settings: { LAVRA_SMTP_URL: server.anonymousUrl, LAVRA_MAIL_FROM: 'Lavra <notas@operador.example>' },
  });
});
afterAll(async () => {
  afterKill.resolve();
  await deployment?.close();
  await server?.close();
});

test('mails while the worker is killed over and over: none is lost, and only those are sent twice whose answer the kill took away', async () => {
  const { id } = await deployment.erp.insist();
  await until('the note is authorized', async () => {
    const { body: now } = await deployment.erp.call('GET', `/v1/fiscal-documents/${id}`);
    return now['status'] === 'AUTHORIZED';
  });
  const { orm, company, workers } = deployment;
  const em = acrossCompanies(orm);
  const emails = Array.from({ length: mailsInAll }, (_each, index) => `cliente${index}@loja.example`);
  await em.execute(
    `insert into document_mail (id, company_id, document_id, kind, email, status, next_attempt_at, created_at)
     select gen_random_uuid(), ?, ?, 'ISSUED', email, 'PENDING', now(), now() from jsonb_array_elements_text(?::jsonb) email`,
    [company.id, id, JSON.stringify(emails)],
  );

  for (let kill = 0; kill < kills; kill += 1) {
    answered = server.mails.length + mailsInAll / (2 * kills);
    await untilTemporalTakes(() =>
      wakeMails(deployment.client, { companyId: company.id, companyTaxId: company.taxId }),
    );
    await watchFor('mails travel', async () => server.mails.length > answered);
    await workers[0]!.kill();
    answered = Infinity;
    afterKill.resolve();
    afterKill = Promise.withResolvers();
    await endLeases(id);
    await workers[0]!.start();
  }
  await untilTemporalTakes(() => wakeMails(deployment.client, { companyId: company.id, companyTaxId: company.taxId }));
  await until('every mail is sent', async () => {
    return (await em.count(DocumentMail, { document: id, status: 'SENT' })) === mailsInAll;
  });

  const byAddress = Map.groupBy(server.mails, ({ recipients }) => recipients[0] ?? '');
  expect([...byAddress.keys()].toSorted()).toEqual(emails.toSorted());
  const twice = [...byAddress.values()].filter((copies) => copies.length > 1);
  expect(twice.length).toBeLessThanOrEqual(kills * lanes);
  for (const copies of twice) {
    // Mail servers and mailboxes drop the repetition by its Message-ID.
    expect(new Set(copies.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(1);
  }
  expect(await em.count(DocumentMail, { document: id })).toBe(mailsInAll);
});

/** Makes the attempts under way due again now: their lease is over, so that they count as lost. */
async function endLeases(document: string): Promise<void> {
  await acrossCompanies(deployment.orm).nativeUpdate(
    DocumentMail,
    { document, status: 'PENDING' },
    { nextAttemptAt: new Date() },
  );
}
