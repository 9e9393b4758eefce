import { expect, test } from 'vitest';
import { readDeliveryStatus, undeliveredBy } from '../../../../domain/documents/mails/delivery-report.ts';

/** A report as Postfix writes it: a group about the message, then one about the recipient, folded. */
const status = `Reporting-MTA: dns; mail.cliente.example
X-Postfix-Queue-ID: 4XyZ
Arrival-Date: Fri, 27 Nov 2026 10:00:00 -0300 (-03)

Final-Recipient: rfc822; compras@cliente.example
Original-Recipient: rfc822;compras@cliente.example
Action: Failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <compras@cliente.example>: Recipient address
    rejected: User unknown
`;

const email = 'compras@cliente.example';
const failed = { action: 'failed', status: '5.1.1', diagnostic: '550 User unknown' };

test('what is reported a recipient is read, folded or not, whatever ends its lines', () => {
  const read = [
    {
      action: 'failed',
      status: '5.1.1',
      diagnostic: '550 5.1.1 <compras@cliente.example>: Recipient address rejected: User unknown',
      recipient: 'compras@cliente.example',
    },
  ];
  expect(readDeliveryStatus(status)).toEqual(read);
  expect(readDeliveryStatus(status.replaceAll('\n', '\r\n'))).toEqual(read);
  expect(readDeliveryStatus(`${status}\n${status}`)).toHaveLength(2);
});

test.each(['', 'Action: failed', 'Status: 5.1.1', 'Action: failed\nStatus: unknown', 'x'.repeat(10_000)])(
  'a group without an action and a code tells nothing: %#',
  (text) => {
    expect(readDeliveryStatus(text)).toEqual([]);
  },
);

test.each([
  ['failed', '5.1.1', '550 5.1.1 User unknown', 'BOUNCED'],
  ['failed', '5.1.10', null, 'BOUNCED'],
  ['failed', '5.2.1', '550 5.2.1 Mailbox disabled', 'BOUNCED'],
  // Exchange and old servers show the kind in the text of the answer alone.
  ['failed', '5.0.0', '550 No such user here', 'BOUNCED'],
  ['failed', '5.0.0', '554 5.7.1 Message refused', 'FAILED'],
  ['failed', '5.0.0', null, 'FAILED'],
  // A fault of the sender's address says nothing about the recipient's.
  ['failed', '5.1.7', '553 5.1.7 Bad sender address', 'FAILED'],
  ['failed', '5.1.8', '553 5.1.8 Sender domain not found', 'FAILED'],
  ['failed', '5.2.2', '552 5.2.2 Mailbox full', 'FAILED'],
  ['failed', '5.7.1', '550 5.7.1 Refused by policy', 'FAILED'],
  ['failed', '4.4.7', 'delivery time expired', 'FAILED'],
  ['delayed', '4.4.1', 'connection timed out', null],
  ['delayed', '5.1.1', null, null],
  ['relayed', '2.0.0', null, null],
  ['delivered', '2.1.5', null, null],
])('%s %s (%s) ends a mail as %s', (action, code, diagnostic, end) => {
  expect(undeliveredBy({ action, status: code, diagnostic, recipient: null }, email)?.status ?? null).toBe(end);
});

test('where an address that ours forwards to is dead, ours may be well', () => {
  expect(undeliveredBy({ ...failed, recipient: 'Compras@Cliente.example'.toLowerCase() }, email)?.status).toBe(
    'BOUNCED',
  );
  expect(undeliveredBy({ ...failed, recipient: 'ana@cliente.example' }, email)).toEqual({
    status: 'FAILED',
    error:
      'O servidor do destinatário devolveu o e-mail, que ia também para ana@cliente.example: 5.1.1 (550 User unknown)',
  });
  const [moved] = readDeliveryStatus(
    status.replace('rfc822;compras@', 'rfc822; <Ana@').replace('Original-', 'X-Original-'),
  );
  expect(moved?.recipient).toBe('compras@cliente.example');
});

test('the words of the server are reported', () => {
  const told = undeliveredBy({ ...failed, recipient: null }, email);
  expect(told?.error).toBe('O servidor do destinatário devolveu o e-mail: 5.1.1 (550 User unknown)');
});
