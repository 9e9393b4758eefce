import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentMail } from '../../domain/documents/mails/document-mail.entity.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeMails } from '../../temporal/start.ts';
import { type Installation, openInstallation } from '../installation.ts';

const help = `npm exec -- node bench/mail/run.ts [--mails 5000] [--notes 50] [--rounds 1]

  --mails 5000  of each load in each round, to as many addresses
  --notes 50    that they are about: the PDF of each is drawn anew
  --rounds 1    the loads take turns this often, so that all share what the machine is doing
`;
const options = {
  mails: { type: 'string', default: '5000' },
  notes: { type: 'string', default: '50' },
  rounds: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} as const;
const from = 'Lavra <notas@operador.example>';
/** The connections that Lavra keeps (`adapters/mail/smtp.ts`). */
const connections = 10;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A mail server that reads each mail to its end, and counts the mails of each address. */
async function openServer() {
  const copies = new Map<string, number>();
  let bytes = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) copies.set(address, (copies.get(address) ?? 0) + 1);
        callback(null, 'queued');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const take = () => {
    const taken = { copies: new Map(copies), bytes };
    copies.clear();
    bytes = 0;
    return taken;
  };
  return { port, take, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
type Server = Awaited<ReturnType<typeof openServer>>;

/** The lower bound: a bare client sends the same bytes over as many connections. @returns seconds */
async function floor(server: Server, mails: number, bytesOfMail: number): Promise<number> {
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: server.port,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: 100,
  });
  const content = Buffer.alloc(Math.max(1_000, Math.round((bytesOfMail * 3) / 4)), 7);
  const start = performance.now();
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < mails) {
      begun += 1;
      const to = `cliente${begun}@loja.example`;
      const attachments = [{ filename: 'nota.pdf', content }];
      await transport.sendMail({ from, to, subject: 'NF-e', text: 'Em anexo.', html: '<p>Em anexo.</p>', attachments });
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  transport.close();
  return (performance.now() - start) / 1000;
}

/** Issues notes of the demo company. */
async function issue({ api, companyKey, orm }: Installation, count: number): Promise<Document[]> {
  for (let each = 0; each < count; each += 1) {
    const answer = await fetch(`${api}/v1/fiscal-documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify(demoSale(`bench-${uuid()}`)),
    });
    if (answer.status !== 201) throw new Error(`a note was not taken: ${answer.status} ${await answer.text()}`);
  }
  return acrossCompanies(orm).find(Document, { status: 'AUTHORIZED' }, { limit: count });
}

/** Writes mails as the outbox does, all due now, each to an address of its own. @returns seconds until all are SENT */
async function lavra(installation: Installation, notes: readonly Document[], mails: number): Promise<number> {
  const em = acrossCompanies(installation.orm);
  const [first] = notes;
  if (!first) throw new Error('no note was authorized');
  const [company] = await em.execute<{ id: string; tax_id: string }[]>(`select id, tax_id from company where id = ?`, [
    first.company,
  ]);
  if (!company) throw new Error('no company');
  const owed = Array.from({ length: mails }, (_each, index) => ({
    document: notes[index % notes.length]?.id ?? first.id,
    email: `cliente${index}-${uuid()}@loja.example`,
  }));
  await em.execute(
    `insert into document_mail (id, company_id, document_id, kind, email, status, next_attempt_at, created_at)
     select gen_random_uuid(), ?, owed.document, 'ISSUED', owed.email, 'PENDING', now(), now()
     from jsonb_to_recordset(?::jsonb) as owed (document uuid, email text)`,
    [company.id, JSON.stringify(owed)],
  );
  const start = performance.now();
  await wakeMails(installation.temporal, { companyId: company.id, companyTaxId: company.tax_id });
  for (;;) {
    const open = await acrossCompanies(installation.orm).count(DocumentMail, { status: 'PENDING' });
    if (open === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (performance.now() - start) / 1000;
}

/** The statuses and reasons of mails, counted. */
async function endsOf({ orm }: Installation): Promise<string> {
  const ends = await acrossCompanies(orm).execute<object[]>(
    'select status, error, count(*)::int as mails from document_mail group by status, error',
  );
  return JSON.stringify(ends);
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const [mails, notes, rounds] = [Number(values.mails), Number(values.notes), Number(values.rounds)];
  const server = await openServer();
  const installation = await openInstallation(() => {}, {
    own: { LAVRA_SMTP_URL: `smtp://127.0.0.1:${server.port}`, LAVRA_MAIL_FROM: from },
  });
  try {
    const issued = await issue(installation, notes);
    say(`${issued.length} notes, load average ${loadavg()[0]?.toFixed(1)}`);
    const seconds = { lavra: 0, floor: 0 };
    let [bytes, twice] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      seconds.lavra += await lavra(installation, issued, mails);
      const taken = server.take();
      if (taken.copies.size !== mails)
        throw new Error(`${taken.copies.size} of ${mails} addresses got a mail: ${await endsOf(installation)}`);
      twice += [...taken.copies.values()].filter((copies) => copies > 1).length;
      bytes = taken.bytes / mails;
      seconds.floor += await floor(server, mails, bytes);
      server.take();
      say(`round ${round + 1} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    }
    const rate = (of: number): string => ((mails * rounds) / of).toFixed(0);
    process.stdout.write(
      [
        `On ${availableParallelism()} cores; ${mails * rounds} mails of ${Math.round(bytes / 1024)} KB about ${issued.length} notes, ${twice} of them twice.`,
        '|  | a second |',
        '| --- | --- |',
        `| floor: the same bytes by a bare client over ${connections} connections | ${rate(seconds.floor)} |`,
        `| Lavra: the actor of one company, XML and PDF, two rows written for each | ${rate(seconds.lavra)} |`,
        `Lavra to the floor: ${(seconds.floor / seconds.lavra).toFixed(2)}.`,
        '',
      ].join('\n'),
    );
  } finally {
    await installation.stop();
    await server.close();
  }
}
