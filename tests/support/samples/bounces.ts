type Report = {
  /** The address to which the bounce is sent. */
  to: string;
  recipient: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  /** The part of the original mail that the server returns. */
  returned?: string;
};

/** A delivery status notification (RFC 3464) as Postfix writes it. */
export function bounce({
  to,
  recipient,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 ${status} <${recipient}>: Recipient address\r\n    rejected: User unknown`,
  returned = 'Subject: Sua NF-e\r\nTo: ana@example.com\r\n\r\n',
}: Report): string {
  const boundary = '4XyZ2.1795858800/mail.cliente.example';
  const part = (type: string, text: string): string => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  return [
    'Return-Path: <>',
    'Date: Fri, 27 Nov 2026 10:00:00 -0300',
    'From: MAILER-DAEMON@mail.cliente.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    part(
      'text/plain; charset=us-ascii',
      'I am sorry to have to inform you that your message could not be delivered.\r\n',
    ) +
      part(
        'message/delivery-status',
        [
          'Reporting-MTA: dns; mail.cliente.example',
          'Arrival-Date: Fri, 27 Nov 2026 09:59:00 -0300',
          '',
          `Final-Recipient: rfc822; ${recipient}`,
          `Action: ${action}`,
          `Status: ${status}`,
          `Diagnostic-Code: ${diagnostic}`,
          '',
        ].join('\r\n'),
      ) +
      part('message/rfc822', returned) +
      `--${boundary}--\r\n`,
  ].join('\r\n');
}
