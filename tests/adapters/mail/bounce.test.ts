import { expect, test } from 'vitest';
import { readBounce } from '../../../adapters/mail/bounce.ts';
import { bounce } from '../../support/samples/bounces.ts';

const to = 'retorno+abc@exemplo.com.br';
const read = (text: string) => readBounce(Buffer.from(text));

test('a notification tells to whom it came and what it reports', async () => {
  expect(await read(bounce({ to, recipient: 'compras@cliente.example' }))).toEqual({
    addresses: [to],
    reports: [
      {
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 <compras@cliente.example>: Recipient address rejected: User unknown',
        recipient: 'compras@cliente.example',
      },
    ],
  });
});

test('servers write to whom it came into headers of their own', async () => {
  const delivered = `Delivered-To: ${to}\r\nX-Original-To: <outro@exemplo.com.br>\r\n`;
  const { addresses } = await read(
    delivered + bounce({ to: '"Retorno" <a@b.example>, c@d.example', recipient: 'x@y.example' }),
  );
  expect(addresses.toSorted()).toEqual([to, 'outro@exemplo.com.br', 'a@b.example', 'c@d.example'].toSorted());
});

test('a notification that is returned within another reports nothing: only what this server says counts', async () => {
  const forged = bounce({ to, recipient: 'falso@cliente.example', status: '5.1.1' });
  const returned = forged.replaceAll('4XyZ2.', '5AbC3.');
  const { reports } = await read(
    bounce({ to, recipient: 'x@y.example', action: 'delayed', status: '4.4.1', returned }),
  );
  expect(reports).toMatchObject([{ action: 'delayed', status: '4.4.1' }]);
});

test.each([
  ['an answer of a person', `To: ${to}\r\nSubject: Estou de férias\r\n\r\nVolto na segunda.\r\n`],
  [
    'an attachment that only looks like one',
    bounce({ to, recipient: 'x@y.example' }).replace('multipart/report', 'multipart/mixed'),
  ],
  ['nothing', ''],
  ['bytes', '\u0000\u0001\u0002'.repeat(100)],
])('%s reports nothing', async (_what, text) => {
  expect((await read(text)).reports).toEqual([]);
});

test('what nests without end is refused', async () => {
  const deep = Array.from(
    { length: 50 },
    (_, at) => `Content-Type: multipart/report; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  );
  await expect(read(`To: ${to}\r\n${deep.join('')}`)).rejects.toThrow();
});
